/* SPDX-License-Identifier: MIT
   symbols.h — the external functions that we provide, once: their declarations, the table of
   ext_find, what each takes and what it may do are made of these lists. Names and arguments are
   those that the declarations of the Modelica Standard Library 4.1.0 and its predecessors imply
   (MLS 12.9.1, 12.9.2). Each list is in the order of strcmp.

   A signature says what a model must declare to call the function, so that no declaration can make
   it read or write where it should not; NULL: it is for C code, models do not call it. First what
   is returned, then in brackets the arguments, blanks between them:
	 v nothing · r Real · i Integer, Boolean or enumeration · s String · z size(…) · oC object of
   the class C · xC the same, which this call ends; capital R, I, S: written by the function n:i it
   is called n in what follows r[n*m]      an array of so many elements: numbers, names, + - * /
   min(,) max(,); of C exactly so many, of FORTRAN at least …?job=VB    only if the text job begins
   with one of these letters, in upper or lower case s=NE        a text that begins with one of
   these letters i[n]<n      elements 1 … n;  i>n  a value of at least max(1, n) */
#ifndef MDV_EXT_SYMBOLS_H
#define MDV_EXT_SYMBOLS_H

/* X(result, name, (arguments), what it does with the world, signature); files that are read or
   written are looked at one by one (allow.c), ENV and RUN are for --allow env and --allow run */
#define EXT_FUNCTIONS(X)                                                                           \
	X(char *, ModelicaAllocateString, (size_t len), NONE, NULL)                                    \
	X(char *, ModelicaAllocateStringWithErrorReturn, (size_t len), NONE, NULL)                     \
	X(char *, ModelicaDuplicateString, (const char *string), NONE, NULL)                           \
	X(char *, ModelicaDuplicateStringWithErrorReturn, (const char *string), NONE, NULL)            \
	X(void, ModelicaError, (const char *string), NONE, "v(s)")                                     \
	X(int, ModelicaFFT_kiss_fftr,                                                                  \
	  (const double *u, size_t n_u, double *work, size_t n_work, double *amplitudes,               \
	   double *phases),                                                                            \
	  NONE, "i(r[n] n:z R[m] m:z R[n/2+1] R[n/2+1])")                                              \
	X(void, ModelicaFormatError, (const char *format, ...), NONE, NULL)                            \
	X(void, ModelicaFormatMessage, (const char *format, ...), NONE, NULL)                          \
	X(void, ModelicaFormatWarning, (const char *format, ...), NONE, NULL)                          \
	X(void, ModelicaIO_readMatrixSizes, (const char *file, const char *matrix_name, int *dim),     \
	  READ, "v(s s I[2])")                                                                         \
	X(void, ModelicaIO_readRealMatrix,                                                             \
	  (const char *file, const char *matrix_name, double *matrix, size_t n_rows, size_t n_cols,    \
	   int verbose),                                                                               \
	  READ, "v(s s R[n*m] n:z m:z i)")                                                             \
	X(int, ModelicaIO_writeRealMatrix,                                                             \
	  (const char *file, const char *matrix_name, const double *matrix, size_t n_rows,             \
	   size_t n_cols, int append, const char *version),                                            \
	  WRITE, "i(s s r[n*m] n:z m:z i s)")                                                          \
	X(void, ModelicaInternal_chdir, (const char *directory), ENV, "v(s)")                          \
	X(void, ModelicaInternal_copyFile, (const char *from, const char *to), WRITE, "v(s s)")        \
	X(int, ModelicaInternal_countLines, (const char *file), READ, "i(s)")                          \
	X(const char *, ModelicaInternal_fullPathName, (const char *name), READ, "s(s)")               \
	X(int, ModelicaInternal_getNumberOfFiles, (const char *directory), READ, "i(s)")               \
	X(void, ModelicaInternal_getTime,                                                              \
	  (int *ms, int *sec, int *min, int *hour, int *day, int *mon, int *year), NONE,               \
	  "v(I I I I I I I)")                                                                          \
	X(const char *, ModelicaInternal_getcwd, (int dummy), NONE, "s(i)")                            \
	X(void, ModelicaInternal_getenv,                                                               \
	  (const char *name, int to_slash, const char **content, int *exist), ENV, "v(s i S I)")       \
	X(int, ModelicaInternal_getpid, (void), NONE, "i()")                                           \
	X(void, ModelicaInternal_mkdir, (const char *directory), WRITE, "v(s)")                        \
	X(void, ModelicaInternal_print, (const char *string, const char *file), WRITE, "v(s s)")       \
	X(void, ModelicaInternal_readDirectory,                                                        \
	  (const char *directory, int n_names, const char **names), READ, "v(s n:i S[n])")             \
	X(void, ModelicaInternal_readFile, (const char *file, const char **lines, size_t n_lines),     \
	  READ, "v(s S[n] n:z)")                                                                       \
	X(const char *, ModelicaInternal_readLine, (const char *file, int line, int *end_of_file),     \
	  READ, "s(s i I)")                                                                            \
	X(void, ModelicaInternal_removeFile, (const char *file), WRITE, "v(s)")                        \
	X(void, ModelicaInternal_rename, (const char *from, const char *to), WRITE, "v(s s)")          \
	X(void, ModelicaInternal_rmdir, (const char *directory), WRITE, "v(s)")                        \
	X(void, ModelicaInternal_setenv, (const char *name, const char *content, int from_slash), ENV, \
	  "v(s s i)")                                                                                  \
	X(int, ModelicaInternal_stat, (const char *name), READ, "i(s)")                                \
	X(const char *, ModelicaInternal_temporaryFileName, (void), WRITE, "s()")                      \
	X(void, ModelicaMessage, (const char *string), NONE, "v(s)")                                   \
	X(int, ModelicaRandom_automaticGlobalSeed, (double dummy), NONE, "i(r)")                       \
	X(double, ModelicaRandom_impureRandom_xorshift1024star, (int id), NONE, "r(i)")                \
	X(void, ModelicaRandom_setInternalState_xorshift1024star,                                      \
	  (const int *state, size_t n_state, int id), NONE, "v(i[n] n:z i)")                           \
	X(double, ModelicaRandom_uniform, (double dummy), NONE, "r(r)")                                \
	X(void, ModelicaRandom_xorshift1024star, (const int *in, int *out, double *y), NONE,           \
	  "v(i[33] I[33] R)")                                                                          \
	X(void, ModelicaRandom_xorshift128plus, (const int *in, int *out, double *y), NONE,            \
	  "v(i[4] I[4] R)")                                                                            \
	X(void, ModelicaRandom_xorshift64star, (const int *in, int *out, double *y), NONE,             \
	  "v(i[2] I[2] R)")                                                                            \
	X(void, ModelicaStandardTables_CombiTable1D_close, (void *table), NONE, "v(x1)")               \
	X(double, ModelicaStandardTables_CombiTable1D_getDer2Value,                                    \
	  (void *table, int col, double u, double der_u, double der2_u), NONE, "r(o1 i r r r)")        \
	X(double, ModelicaStandardTables_CombiTable1D_getDerValue,                                     \
	  (void *table, int col, double u, double der_u), NONE, "r(o1 i r r)")                         \
	X(double, ModelicaStandardTables_CombiTable1D_getValue, (void *table, int col, double u),      \
	  NONE, "r(o1 i r)")                                                                           \
	X(void *, ModelicaStandardTables_CombiTable1D_init,                                            \
	  (const char *name, const char *file, const double *matrix, size_t n_rows, size_t n_cols,     \
	   const int *cols, size_t n_out, int smoothness),                                             \
	  READ, "o1(s s r[n*m] n:z m:z i[k] k:z i)")                                                   \
	X(void *, ModelicaStandardTables_CombiTable1D_init2,                                           \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,     \
	   const int *cols, size_t n_out, int smoothness, int extrapolation, int verbose),             \
	  READ, "o1(s s r[n*m] n:z m:z i[k] k:z i i i)")                                               \
	X(void *, ModelicaStandardTables_CombiTable1D_init3,                                           \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,     \
	   const int *cols, size_t n_out, int smoothness, int extrapolation, int verbose,              \
	   const char *delimiter, int n_header),                                                       \
	  READ, "o1(s s r[n*m] n:z m:z i[k] k:z i i i s i)")                                           \
	X(double, ModelicaStandardTables_CombiTable1D_maximumAbscissa, (void *table), NONE, "r(o1)")   \
	X(double, ModelicaStandardTables_CombiTable1D_minimumAbscissa, (void *table), NONE, "r(o1)")   \
	X(double, ModelicaStandardTables_CombiTable1D_read, (void *table, int force, int verbose),     \
	  READ, "r(o1 i i)")                                                                           \
	X(void, ModelicaStandardTables_CombiTable2D_close, (void *table), NONE, "v(x2)")               \
	X(double, ModelicaStandardTables_CombiTable2D_getDer2Value,                                    \
	  (void *table, double u1, double u2, double der_u1, double der_u2, double der2_u1,            \
	   double der2_u2),                                                                            \
	  NONE, "r(o2 r r r r r r)")                                                                   \
	X(double, ModelicaStandardTables_CombiTable2D_getDerValue,                                     \
	  (void *table, double u1, double u2, double der_u1, double der_u2), NONE, "r(o2 r r r r)")    \
	X(double, ModelicaStandardTables_CombiTable2D_getValue, (void *table, double u1, double u2),   \
	  NONE, "r(o2 r r)")                                                                           \
	X(void *, ModelicaStandardTables_CombiTable2D_init,                                            \
	  (const char *name, const char *file, const double *matrix, size_t n_rows, size_t n_cols,     \
	   int smoothness),                                                                            \
	  READ, "o2(s s r[n*m] n:z m:z i)")                                                            \
	X(void *, ModelicaStandardTables_CombiTable2D_init2,                                           \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,     \
	   int smoothness, int extrapolation, int verbose),                                            \
	  READ, "o2(s s r[n*m] n:z m:z i i i)")                                                        \
	X(void *, ModelicaStandardTables_CombiTable2D_init3,                                           \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,     \
	   int smoothness, int extrapolation, int verbose, const char *delimiter, int n_header),       \
	  READ, "o2(s s r[n*m] n:z m:z i i i s i)")                                                    \
	X(void, ModelicaStandardTables_CombiTable2D_maximumAbscissa, (void *table, double *u_max),     \
	  NONE, "v(o2 R[2])")                                                                          \
	X(void, ModelicaStandardTables_CombiTable2D_minimumAbscissa, (void *table, double *u_min),     \
	  NONE, "v(o2 R[2])")                                                                          \
	X(double, ModelicaStandardTables_CombiTable2D_read, (void *table, int force, int verbose),     \
	  READ, "r(o2 i i)")                                                                           \
	X(void, ModelicaStandardTables_CombiTimeTable_close, (void *table), NONE, "v(xt)")             \
	X(double, ModelicaStandardTables_CombiTimeTable_getDer2Value,                                  \
	  (void *table, int col, double t, double t_next, double pre_t_next, double der_t,             \
	   double der2_t),                                                                             \
	  NONE, "r(ot i r r r r r)")                                                                   \
	X(double, ModelicaStandardTables_CombiTimeTable_getDerValue,                                   \
	  (void *table, int col, double t, double t_next, double pre_t_next, double der_t), NONE,      \
	  "r(ot i r r r r)")                                                                           \
	X(double, ModelicaStandardTables_CombiTimeTable_getValue,                                      \
	  (void *table, int col, double t, double t_next, double pre_t_next), NONE, "r(ot i r r r)")   \
	X(void *, ModelicaStandardTables_CombiTimeTable_init,                                          \
	  (const char *name, const char *file, const double *matrix, size_t n_rows, size_t n_cols,     \
	   double t_start, const int *cols, size_t n_out, int smoothness, int extrapolation),          \
	  READ, "ot(s s r[n*m] n:z m:z r i[k] k:z i i)")                                               \
	X(void *, ModelicaStandardTables_CombiTimeTable_init2,                                         \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,     \
	   double t_start, const int *cols, size_t n_out, int smoothness, int extrapolation,           \
	   double t_shift, int time_events, int verbose),                                              \
	  READ, "ot(s s r[n*m] n:z m:z r i[k] k:z i i r i i)")                                         \
	X(void *, ModelicaStandardTables_CombiTimeTable_init3,                                         \
	  (const char *file, const char *name, const double *matrix, size_t n_rows, size_t n_cols,     \
	   double t_start, const int *cols, size_t n_out, int smoothness, int extrapolation,           \
	   double t_shift, int time_events, int verbose, const char *delimiter, int n_header),         \
	  READ, "ot(s s r[n*m] n:z m:z r i[k] k:z i i r i i s i)")                                     \
	X(double, ModelicaStandardTables_CombiTimeTable_maximumTime, (void *table), NONE, "r(ot)")     \
	X(double, ModelicaStandardTables_CombiTimeTable_minimumTime, (void *table), NONE, "r(ot)")     \
	X(double, ModelicaStandardTables_CombiTimeTable_nextTimeEvent, (void *table, double t), NONE,  \
	  "r(ot r)")                                                                                   \
	X(double, ModelicaStandardTables_CombiTimeTable_read, (void *table, int force, int verbose),   \
	  READ, "r(ot i i)")                                                                           \
	X(void, ModelicaStreams_closeFile, (const char *file), NONE, "v(s)")                           \
	X(int, ModelicaStrings_compare, (const char *a, const char *b, int case_sensitive), NONE,      \
	  "i(s s i)")                                                                                  \
	X(int, ModelicaStrings_hashString, (const char *string), NONE, "i(s)")                         \
	X(int, ModelicaStrings_length, (const char *string), NONE, "i(s)")                             \
	X(void, ModelicaStrings_scanIdentifier,                                                        \
	  (const char *string, int start, int *next, const char **identifier), NONE, "v(s i I S)")     \
	X(void, ModelicaStrings_scanInteger,                                                           \
	  (const char *string, int start, int no_sign, int *next, int *number), NONE, "v(s i i I I)")  \
	X(void, ModelicaStrings_scanReal,                                                              \
	  (const char *string, int start, int no_sign, int *next, double *number), NONE,               \
	  "v(s i i I R)")                                                                              \
	X(void, ModelicaStrings_scanString,                                                            \
	  (const char *string, int start, int *next, const char **content), NONE, "v(s i I S)")        \
	X(int, ModelicaStrings_skipWhiteSpace, (const char *string, int start), NONE, "i(s i)")        \
	X(const char *, ModelicaStrings_substring, (const char *string, int start, int end), NONE,     \
	  "s(s i i)")                                                                                  \
	X(void, ModelicaVFormatError, (const char *format, va_list args), NONE, NULL)                  \
	X(void, ModelicaVFormatMessage, (const char *format, va_list args), NONE, NULL)                \
	X(void, ModelicaVFormatWarning, (const char *format, va_list args), NONE, NULL)                \
	X(void, ModelicaWarning, (const char *string), NONE, "v(s)")

/* X(name, "signature"): LAPACK and BLAS */
#define EXT_FORTRAN(X)                                                                             \
	X(dgbsv, "v(n:i kl:i ku:i nrhs:i r[ldab*n] ldab:i i[n] r[ldb*nrhs] ldb:i i)")                  \
	X(dgecon, "v(s n:i r[lda*n] lda:i r r r[4*n] i[n] i)")                                         \
	X(dgees, "v(jobvs:s s=N i n:i r[lda*n] lda:i i r[n] r[n] r[ldvs*n]?jobvs=V ldvs:i r[lwork] "   \
			 "lwork:i i i)")                                                                       \
	X(dgeev, "v(jobvl:s jobvr:s n:i r[lda*n] lda:i r[n] r[n] r[ldvl*n]?jobvl=V ldvl:i "            \
			 "r[ldvr*n]?jobvr=V ldvr:i r[lwork] lwork:i i)")                                       \
	X(dgeevx,                                                                                      \
	  "v(s jobvl:s jobvr:s sense:s n:i r[lda*n] lda:i r[n] r[n] r[ldvl*n]?jobvl=V ldvl:i "         \
	  "r[ldvr*n]?jobvr=V ldvr:i i i r[n] r r[n] r[n] r[lwork] lwork:i i[2*n-2]?sense=VB i)")       \
	X(dgegv, "v(jobvl:s jobvr:s n:i r[lda*n] lda:i r[ldb*n] ldb:i r[n] r[n] r[n] "                 \
			 "r[ldvl*n]?jobvl=V ldvl:i r[ldvr*n]?jobvr=V ldvr:i r[lwork] lwork:i i)")              \
	X(dgehrd, "v(n:i i i r[lda*n] lda:i r[n-1] r[lwork] lwork:i i)")                               \
	X(dgels, "v(s m:i n:i nrhs:i r[lda*n] lda:i r[ldb*nrhs] ldb:i r[lwork] lwork:i i)")            \
	X(dgelsx, "v(m:i n:i nrhs:i r[lda*n] lda:i r[ldb*nrhs] ldb:i i[n] r i "                        \
			  "r[max(min(m,n)+3*n,2*min(m,n)+nrhs)] i)")                                           \
	X(dgelsy, "v(m:i n:i nrhs:i r[lda*n] lda:i r[ldb*nrhs] ldb:i i[n] r i r[lwork] lwork:i i)")    \
	X(dgeqp3, "v(m:i n:i r[lda*n] lda:i i[n] r[min(m,n)] r[lwork] lwork:i i)")                     \
	X(dgeqpf, "v(m:i n:i r[lda*n] lda:i i[n] r[min(m,n)] r[3*n] i)")                               \
	X(dgeqrf, "v(m:i n:i r[lda*n] lda:i r[min(m,n)] r[lwork] lwork:i i)")                          \
	X(dgesdd, "v(jobz:s m:i n:i r[lda*n] lda:i r[min(m,n)] r[ldu*m]?jobz=AO[ldu*min(m,n)]?jobz=S " \
			  "ldu:i r[ldvt*n]?jobz=AOS ldvt:i r[lwork] lwork:i i[8*min(m,n)] i)")                 \
	X(dgesv, "v(n:i nrhs:i r[lda*n] lda:i i[n] r[ldb*nrhs] ldb:i i)")                              \
	X(dgesvd,                                                                                      \
	  "v(jobu:s jobvt:s m:i n:i r[lda*n] lda:i r[min(m,n)] r[ldu*m]?jobu=A[ldu*min(m,n)]?jobu=S "  \
	  "ldu:i r[ldvt*n]?jobvt=AS ldvt:i r[lwork] lwork:i i)")                                       \
	X(dgesvx, "v(s=NE s n:i nrhs:i r[lda*n] lda:i r[ldaf*n] ldaf:i i[n] s r[n] r[n] r[ldb*nrhs] "  \
			  "ldb:i r[ldx*nrhs] ldx:i r r[nrhs] r[nrhs] r[4*n] i[n] i)")                          \
	X(dgetrf, "v(m:i n:i r[lda*n] lda:i i[min(m,n)] i)")                                           \
	X(dgetri, "v(n:i r[lda*n] lda:i i[n]<n r[lwork] lwork:i i)")                                   \
	X(dgetrs, "v(s n:i nrhs:i r[lda*n] lda:i i[n]<n r[ldb*nrhs] ldb:i i)")                         \
	X(dggev, "v(jobvl:s jobvr:s n:i r[lda*n] lda:i r[ldb*n] ldb:i r[n] r[n] r[n] "                 \
			 "r[ldvl*n]?jobvl=V ldvl:i r[ldvr*n]?jobvr=V ldvr:i r[lwork] lwork:i i)")              \
	X(dggevx, "v(s jobvl:s jobvr:s sense:s n:i r[lda*n] lda:i r[ldb*n] ldb:i r[n] r[n] r[n] "      \
			  "r[ldvl*n]?jobvl=V ldvl:i r[ldvr*n]?jobvr=V ldvr:i i i r[n] r[n] r r r[n]?sense=EB " \
			  "r[n]?sense=VB r[lwork] lwork:i i[n+6]?sense=NVB i[n]?sense=EVB i)")                 \
	X(dgglse, "v(m:i n:i p:i r[lda*n] lda:i r[ldb*n] ldb:i r[m] r[p] r[n] r[lwork] lwork:i i)")    \
	X(dgtsv, "v(n:i nrhs:i r[n-1] r[n] r[n-1] r[ldb*nrhs] ldb:i i)")                               \
	X(dhgeqz, "v(s compq:s compz:s n:i i i r[ldh*n] ldh:i r[ldt*n] ldt:i r[n] r[n] r[n] "          \
			  "r[ldq*n]?compq=VI ldq:i r[ldz*n]?compz=VI ldz:i r[lwork] lwork:i i)")               \
	X(dhseqr,                                                                                      \
	  "v(s compz:s n:i i i r[ldh*n] ldh:i r[n] r[n] r[ldz*n]?compz=VI ldz:i r[lwork] lwork:i i)")  \
	X(dlange, "r(norm:s m:i n:i r[lda*n] lda:i>m r[m]?norm=I)")                                    \
	X(dorghr, "v(n:i i i r[lda*n] lda:i r[n-1] r[lwork] lwork:i i)")                               \
	X(dorgqr, "v(m:i n:i k:i r[lda*n] lda:i r[k] r[lwork] lwork:i i)")                             \
	X(dormhr, "v(side:s s m:i n:i i i r[lda*m]?side=L[lda*n]?side=R lda:i "                        \
			  "r[m-1]?side=L[n-1]?side=R r[ldc*n] ldc:i r[lwork] lwork:i i)")                      \
	X(dormqr, "v(s s m:i n:i k:i r[lda*k] lda:i r[k] r[ldc*n] ldc:i r[lwork] lwork:i i)")          \
	X(dpotrf, "v(s n:i r[lda*n] lda:i i)")                                                         \
	X(dtrevc, "v(side:s howmny:s i[n]?howmny=S n:i r[ldt*n] ldt:i r[ldvl*mm]?side=LB ldvl:i "      \
			  "r[ldvr*mm]?side=RB ldvr:i mm:i i r[3*n] i)")                                        \
	X(dtrsen, "v(s compq:s i[n] n:i r[ldt*n] ldt:i r[ldq*n]?compq=V ldq:i r[n] r[n] i r r "        \
			  "r[lwork] lwork:i i[liwork] liwork:i i)")                                            \
	X(dtrsm, "v(side:s s s s m:i n:i r r[lda*m]?side=L[lda*n]?side=R lda:i r[ldb*n] ldb:i)")       \
	X(dtrsyl, "v(s s i m:i n:i r[lda*m] lda:i r[ldb*n] ldb:i r[ldc*n] ldc:i r i)")

#endif
