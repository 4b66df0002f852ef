/* SPDX-License-Identifier: MIT
   status.h — the one list of results that every modevs function and callback returns:
   0 is success, > 0 is recoverable or informative, < 0 is fatal. */
#ifndef MODEVS_STATUS_H
#define MODEVS_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

#define MDV_STATUS_LIST(X)                                                       \
	X(MDV_OK, 0, "success")                                                      \
	X(MDV_STOPPED, 1, "stopped on request")                                      \
	X(MDV_RETRY, 2, "this point cannot be evaluated; try a shorter step")        \
	X(MDV_FAILED, -1, "the model reported a failure")                            \
	X(MDV_NO_MEMORY, -2, "out of memory")                                        \
	X(MDV_BAD_ARGUMENT, -3, "wrong argument")                                    \
	X(MDV_BAD_TIME, -4, "a time that is not a number, negative, or in the past") \
	X(MDV_BAD_PORT, -5, "a port that does not exist")                            \
	X(MDV_BAD_COUPLING, -6, "a coupling that is not allowed")                    \
	X(MDV_NOT_FOUND, -7, "no such component")                                    \
	X(MDV_DUPLICATE, -8, "the name is taken")                                    \
	X(MDV_BUSY, -9, "not allowed while an event is being processed")             \
	X(MDV_STEP_LIMIT, -10, "too many steps at one instant")                      \
	X(MDV_IO, -11, "could not write")                                            \
	X(MDV_STEP_TOO_SMALL, -12, "the step became too small")                      \
	X(MDV_NOT_FINITE, -13, "a value that is not a number, or infinite")          \
	X(MDV_TIMED_OUT, -14, "out of time")                                         \
	X(MDV_INTERNAL_ERROR, -15, "an error in modevs; please report it")

#define MDV_STATUS_ENUM(name, value, text) name = value,
typedef enum { MDV_STATUS_LIST(MDV_STATUS_ENUM) } MdvStatus;
#undef MDV_STATUS_ENUM

/* The text of a status, for messages; never NULL. */
const char *mdv_status_text(MdvStatus status);
/* The version of the library, "0.1.0". */
const char *mdv_version(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
