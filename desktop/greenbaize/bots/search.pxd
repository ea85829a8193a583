# The types of search.py for Cython; the module runs without this file.
cimport cython
cimport libc.math as math

@cython.locals(best=cython.int, most=cython.double, place=cython.int, brings=cython.double)
cdef int _best(list weights, list brought, list running)

@cython.locals(total=cython.double, whole=cython.double, at=cython.int,
               weight=cython.double)
cdef double _mean(list weights, list values, int count)

@cython.locals(expected=cython.double, total=cython.double, squares=cython.double,
               both=cython.double, at=cython.int, weight=cython.double, value=cython.double,
               variance=cython.double)
cdef tuple _mean_and_error(list weights, list values)
