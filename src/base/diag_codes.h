/* SPDX-License-Identifier: MIT
   diag_codes.h — every diagnostic code, once: X(name, code, default severity, title).
   The first letter of a code tells its default severity; a number is never used again.
   00xx files and options; 03xx the flat model: equations and unknowns. */
#ifndef MDV_DIAG_CODES_H
#define MDV_DIAG_CODES_H

/* clang-format off */
#define DIAG_CODES(X)                                                                              \
	X(E_FILE_READ,  "E0001", DIAG_ERROR, "a file cannot be read")                                  \
	X(E_FILE_LARGE, "E0002", DIAG_ERROR, "a file is larger than allowed")                          \
	X(E_FILE_UTF8,  "E0003", DIAG_ERROR, "a file is not UTF-8 text")                            \
	X(E_EQUATIONS_MANY,     "E0301", DIAG_ERROR, "more equations than unknowns")                   \
	X(E_EQUATIONS_FEW,      "E0302", DIAG_ERROR, "fewer equations than unknowns")                  \
	X(E_EQUATIONS_SINGULAR, "E0303", DIAG_ERROR, "some unknowns have too many equations, others too few") \
	X(E_FLOATING,           "E0304", DIAG_ERROR, "values that are fixed only relative to each other") \
	X(E_CONTRADICTION,      "E0305", DIAG_ERROR, "equations that contradict each other")           \
	X(W_REDUNDANT,          "W0306", DIAG_WARNING, "equations that follow from each other")
/* clang-format on */

#endif
