/* SPDX-License-Identifier: MIT
   diag_codes.h — every diagnostic code, once: X(name, code, default severity, title).
   The first letter of a code tells its default severity; a number is never used again.
   00xx files and options. */
#ifndef MDV_DIAG_CODES_H
#define MDV_DIAG_CODES_H

/* clang-format off */
#define DIAG_CODES(X)                                                                              \
	X(E_FILE_READ,  "E0001", DIAG_ERROR, "a file cannot be read")                                  \
	X(E_FILE_LARGE, "E0002", DIAG_ERROR, "a file is larger than allowed")                          \
	X(E_FILE_UTF8,  "E0003", DIAG_ERROR, "a file is not UTF-8 text")
/* clang-format on */

#endif
