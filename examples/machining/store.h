/* SPDX-License-Identifier: MIT
   store.h — where blanks wait for the machine. */
#ifndef EXAMPLES_MACHINING_STORE_H
#define EXAMPLES_MACHINING_STORE_H

#include "modevs/devs.h"

enum { STORE_BLANK, STORE_FINISHED }; /* inputs: a blank arrives; the machine has finished a part */
enum { STORE_STARTED }; /* output: parts put into the machine so far, one more each time */

extern const MdvAtomic store; /* no params */

#endif
