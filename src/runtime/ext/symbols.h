/* SPDX-License-Identifier: MIT
   symbols.h — the external functions that we provide, once: their declarations and the table of
   ext_find are made of these lists. Names and arguments are those that the declarations of the
   Modelica Standard Library 4.1.0 and its predecessors imply (MLS 12.9.1, 12.9.2). Each list
   is in the order of strcmp. */
#ifndef MDV_EXT_SYMBOLS_H
#define MDV_EXT_SYMBOLS_H

/* X(result, name, (arguments)) */
#define EXT_FUNCTIONS(X)                                                                         \
	X(char *, ModelicaAllocateString, (size_t len))                                              \
	X(char *, ModelicaAllocateStringWithErrorReturn, (size_t len))                               \
	X(char *, ModelicaDuplicateString, (const char *string))                                     \
	X(char *, ModelicaDuplicateStringWithErrorReturn, (const char *string))                      \
	X(void, ModelicaError, (const char *string))                                                 \
	X(int, ModelicaFFT_kiss_fftr,                                                                \
	  (const double *u, size_t n_u, double *work, size_t n_work, double *amplitudes,             \
	   double *phases))                                                                          \
	X(void, ModelicaFormatError, (const char *format, ...))                                      \
	X(void, ModelicaFormatMessage, (const char *format, ...))                                    \
	X(void, ModelicaFormatWarning, (const char *format, ...))                                    \
	X(void, ModelicaIO_readMatrixSizes, (const char *file, const char *matrix_name, int *dim))   \
	X(void, ModelicaIO_readRealMatrix,                                                           \
	  (const char *file, const char *matrix_name, double *matrix, size_t n_rows, size_t n_cols,  \
	   int verbose))                                                                             \
	X(int, ModelicaIO_writeRealMatrix,                                                           \
	  (const char *file, const char *matrix_name, const double *matrix, size_t n_rows,           \
	   size_t n_cols, int append, const char *version))                                          \
	X(void, ModelicaInternal_chdir, (const char *directory))                                     \
	X(void, ModelicaInternal_copyFile, (const char *from, const char *to))                       \
	X(int, ModelicaInternal_countLines, (const char *file))                                      \
	X(const char *, ModelicaInternal_fullPathName, (const char *name))                           \
	X(int, ModelicaInternal_getNumberOfFiles, (const char *directory))                           \
	X(void, ModelicaInternal_getTime,                                                            \
	  (int *ms, int *sec, int *min, int *hour, int *day, int *mon, int *year))                   \
	X(const char *, ModelicaInternal_getcwd, (int dummy))                                        \
	X(void, ModelicaInternal_getenv,                                                             \
	  (const char *name, int to_slash, const char **content, int *exist))                        \
	X(int, ModelicaInternal_getpid, (void))                                                      \
	X(void, ModelicaInternal_mkdir, (const char *directory))                                     \
	X(void, ModelicaInternal_print, (const char *string, const char *file))                      \
	X(void, ModelicaInternal_readDirectory,                                                      \
	  (const char *directory, int n_names, const char **names))                                  \
	X(void, ModelicaInternal_readFile, (const char *file, const char **lines, size_t n_lines))   \
	X(const char *, ModelicaInternal_readLine, (const char *file, int line, int *end_of_file))   \
	X(void, ModelicaInternal_removeFile, (const char *file))                                     \
	X(void, ModelicaInternal_rename, (const char *from, const char *to))                         \
	X(void, ModelicaInternal_rmdir, (const char *directory))                                     \
	X(void, ModelicaInternal_setenv, (const char *name, const char *content, int from_slash))    \
	X(int, ModelicaInternal_stat, (const char *name))                                            \
	X(const char *, ModelicaInternal_temporaryFileName, (void))                                  \
	X(void, ModelicaMessage, (const char *string))                                               \
	X(int, ModelicaRandom_automaticGlobalSeed, (double dummy))                                   \
	X(double, ModelicaRandom_impureRandom_xorshift1024star, (int id))                            \
	X(void, ModelicaRandom_setInternalState_xorshift1024star,                                    \
	  (const int *state, size_t n_state, int id))                                                \
	X(void, ModelicaRandom_xorshift1024star, (const int *in, int *out, double *y))               \
	X(void, ModelicaRandom_xorshift128plus, (const int *in, int *out, double *y))                \
	X(void, ModelicaRandom_xorshift64star, (const int *in, int *out, double *y))                 \
	X(void, ModelicaStandardTables_CombiTable1D_close, (void *table))                            \
	X(double, ModelicaStandardTables_CombiTable1D_getDer2Value,                                  \
	  (void *table, int col, double u, double der_u, double der2_u))                             \
	X(double, ModelicaStandardTables_CombiTable1D_getDerValue,                                   \
	  (void *table, int col, double u, double der_u))                                            \
	X(double, ModelicaStandardTables_CombiTable1D_getValue, (void *table, int col, double u))    \
	X(void *, ModelicaStandardTables_CombiTable1D_init,                                          \
	  (const char *name, const char *file, const double *matrix, size_t n_rows, size_t n_cols,   \
	   const int *cols, size_t n_out, int smoothness))                                           \
	X(void *, ModelicaStandardTables_CombiTable1D_init2,                                         \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,   \
	   const int *cols, size_t n_out, int smoothness, int extrapolation, int verbose))           \
	X(void *, ModelicaStandardTables_CombiTable1D_init3,                                         \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,   \
	   const int *cols, size_t n_out, int smoothness, int extrapolation, int verbose,            \
	   const char *delimiter, int n_header))                                                     \
	X(double, ModelicaStandardTables_CombiTable1D_maximumAbscissa, (void *table))                \
	X(double, ModelicaStandardTables_CombiTable1D_minimumAbscissa, (void *table))                \
	X(double, ModelicaStandardTables_CombiTable1D_read, (void *table, int force, int verbose))   \
	X(void, ModelicaStandardTables_CombiTable2D_close, (void *table))                            \
	X(double, ModelicaStandardTables_CombiTable2D_getDer2Value,                                  \
	  (void *table, double u1, double u2, double der_u1, double der_u2, double der2_u1,          \
	   double der2_u2))                                                                          \
	X(double, ModelicaStandardTables_CombiTable2D_getDerValue,                                   \
	  (void *table, double u1, double u2, double der_u1, double der_u2))                         \
	X(double, ModelicaStandardTables_CombiTable2D_getValue, (void *table, double u1, double u2)) \
	X(void *, ModelicaStandardTables_CombiTable2D_init,                                          \
	  (const char *name, const char *file, const double *matrix, size_t n_rows, size_t n_cols,   \
	   int smoothness))                                                                          \
	X(void *, ModelicaStandardTables_CombiTable2D_init2,                                         \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,   \
	   int smoothness, int extrapolation, int verbose))                                          \
	X(void *, ModelicaStandardTables_CombiTable2D_init3,                                         \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,   \
	   int smoothness, int extrapolation, int verbose, const char *delimiter, int n_header))     \
	X(void, ModelicaStandardTables_CombiTable2D_maximumAbscissa, (void *table, double *u_max))   \
	X(void, ModelicaStandardTables_CombiTable2D_minimumAbscissa, (void *table, double *u_min))   \
	X(double, ModelicaStandardTables_CombiTable2D_read, (void *table, int force, int verbose))   \
	X(void, ModelicaStandardTables_CombiTimeTable_close, (void *table))                          \
	X(double, ModelicaStandardTables_CombiTimeTable_getDer2Value,                                \
	  (void *table, int col, double t, double t_next, double pre_t_next, double der_t,           \
	   double der2_t))                                                                           \
	X(double, ModelicaStandardTables_CombiTimeTable_getDerValue,                                 \
	  (void *table, int col, double t, double t_next, double pre_t_next, double der_t))          \
	X(double, ModelicaStandardTables_CombiTimeTable_getValue,                                    \
	  (void *table, int col, double t, double t_next, double pre_t_next))                        \
	X(void *, ModelicaStandardTables_CombiTimeTable_init,                                        \
	  (const char *name, const char *file, const double *matrix, size_t n_rows, size_t n_cols,   \
	   double t_start, const int *cols, size_t n_out, int smoothness, int extrapolation))        \
	X(void *, ModelicaStandardTables_CombiTimeTable_init2,                                       \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,   \
	   double t_start, const int *cols, size_t n_out, int smoothness, int extrapolation,         \
	   double t_shift, int time_events, int verbose))                                            \
	X(void *, ModelicaStandardTables_CombiTimeTable_init3,                                       \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,   \
	   double t_start, const int *cols, size_t n_out, int smoothness, int extrapolation,         \
	   double t_shift, int time_events, int verbose, const char *delimiter, int n_header))       \
	X(double, ModelicaStandardTables_CombiTimeTable_maximumTime, (void *table))                  \
	X(double, ModelicaStandardTables_CombiTimeTable_minimumTime, (void *table))                  \
	X(double, ModelicaStandardTables_CombiTimeTable_nextTimeEvent, (void *table, double t))      \
	X(double, ModelicaStandardTables_CombiTimeTable_read, (void *table, int force, int verbose)) \
	X(void, ModelicaStreams_closeFile, (const char *file))                                       \
	X(int, ModelicaStrings_compare, (const char *a, const char *b, int case_sensitive))          \
	X(int, ModelicaStrings_hashString, (const char *string))                                     \
	X(int, ModelicaStrings_length, (const char *string))                                         \
	X(void, ModelicaStrings_scanIdentifier,                                                      \
	  (const char *string, int start, int *next, const char **identifier))                       \
	X(void, ModelicaStrings_scanInteger,                                                         \
	  (const char *string, int start, int no_sign, int *next, int *number))                      \
	X(void, ModelicaStrings_scanReal,                                                            \
	  (const char *string, int start, int no_sign, int *next, double *number))                   \
	X(void, ModelicaStrings_scanString,                                                          \
	  (const char *string, int start, int *next, const char **content))                          \
	X(int, ModelicaStrings_skipWhiteSpace, (const char *string, int start))                      \
	X(const char *, ModelicaStrings_substring, (const char *string, int start, int end))         \
	X(void, ModelicaVFormatError, (const char *format, va_list args))                            \
	X(void, ModelicaVFormatMessage, (const char *format, va_list args))                          \
	X(void, ModelicaVFormatWarning, (const char *format, va_list args))                          \
	X(void, ModelicaWarning, (const char *string))

/* X(name): LAPACK and BLAS */
#define EXT_FORTRAN(X) \
	X(dgbsv)           \
	X(dgecon)          \
	X(dgees)           \
	X(dgeev)           \
	X(dgeevx)          \
	X(dgegv)           \
	X(dgehrd)          \
	X(dgels)           \
	X(dgelsx)          \
	X(dgelsy)          \
	X(dgeqp3)          \
	X(dgeqpf)          \
	X(dgeqrf)          \
	X(dgesdd)          \
	X(dgesv)           \
	X(dgesvd)          \
	X(dgesvx)          \
	X(dgetrf)          \
	X(dgetri)          \
	X(dgetrs)          \
	X(dggev)           \
	X(dggevx)          \
	X(dgglse)          \
	X(dgtsv)           \
	X(dhgeqz)          \
	X(dhseqr)          \
	X(dlange)          \
	X(dorghr)          \
	X(dorgqr)          \
	X(dormhr)          \
	X(dormqr)          \
	X(dpotrf)          \
	X(dtrevc)          \
	X(dtrsen)          \
	X(dtrsm)           \
	X(dtrsyl)

#endif
