# The types of monte_carlo_search.py for Cython; the module runs without this file.
cimport cython
cimport libc.math as math

@cython.locals(best=cython.int, best_mean=cython.double, index=cython.int, choice_mean=cython.double)
cdef int _best_index(list weights, list choice_values, list running)

@cython.locals(total=cython.double, weight_sum=cython.double, index=cython.int,
               weight=cython.double)
cdef double _weighted_mean(list weights, list values, int count)

@cython.locals(expected=cython.double, total=cython.double, squares=cython.double,
               weight_square_sum=cython.double, index=cython.int, weight=cython.double, value=cython.double,
               variance=cython.double)
cdef tuple _weighted_mean_and_error(list weights, list values)
