// What the loop of kernel.wat reaches natively with vectors of the same 128 bits: the ceiling.
// gcc -O3 -msse4 -ffp-contract=off scores.c; reads "kind rows order iterations repetitions", one a line, and writes
// seconds.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TWIN(name, real, width)                                                                                  \
  typedef real name##_v __attribute__((vector_size(16)));                                                       \
  static void name(real *dst, const real *rows, const real *g, long tiles, long features) {                     \
    for (; tiles > 0; tiles--, dst += width, rows += width * features) {                                        \
      const real *c = g;                                                                                        \
      name##_v s[4] = {0};                                                                                      \
      for (long i = 0; i < features; i += 2) {                                                                  \
        name##_v a0 = {0}, a1 = {0}, a2 = {0}, a3 = {0}, b0 = {0}, b1 = {0}, b2 = {0}, b3 = {0};                \
        for (long k = i; k < features; k++, c += 2) {                                                           \
          const name##_v *x = (const name##_v *)(rows + width * k);                                             \
          name##_v p = c[0] - (name##_v){0}, q = c[1] - (name##_v){0};                                          \
          a0 += p * x[0]; b0 += q * x[0];                                                                       \
          a1 += p * x[1]; b1 += q * x[1];                                                                       \
          a2 += p * x[2]; b2 += q * x[2];                                                                       \
          a3 += p * x[3]; b3 += q * x[3];                                                                       \
        }                                                                                                       \
        const name##_v *x = (const name##_v *)(rows + width * i), *y = x + 4;                                   \
        s[0] += a0 * x[0] + b0 * y[0];                                                                          \
        s[1] += a1 * x[1] + b1 * y[1];                                                                          \
        s[2] += a2 * x[2] + b2 * y[2];                                                                          \
        s[3] += a3 * x[3] + b3 * y[3];                                                                          \
      }                                                                                                         \
      memcpy(dst, s, sizeof s);                                                                                 \
    }                                                                                                           \
  }                                                                                                             \
  static double run_##name(long rows, long d, long iterations) {                                                \
    long features = d + d % 2, tiles = (rows + width - 1) / width, pairs = features / 2;                        \
    real *x = aligned_alloc(64, sizeof(real) * width * tiles * features); \
    real *dst = aligned_alloc(64, sizeof(real) * width * tiles);         \
    real *g = aligned_alloc(64, (sizeof(real) * 2 * pairs * (pairs + 1) + 63) / 64 * 64);                       \
    for (long i = 0; i < width * tiles * features; i++) x[i] = (real)rand() / RAND_MAX;                         \
    for (long i = 0; i < 2 * pairs * (pairs + 1); i++) g[i] = (real)rand() / RAND_MAX;                          \
    struct timespec from, to;                                                                                   \
    clock_gettime(CLOCK_MONOTONIC, &from);                                                                      \
    for (long i = 0; i < iterations; i++) {                                                                     \
      name(dst, x, g, tiles, features);                                                                         \
      __asm__ volatile("" : : "r"(dst) : "memory");                                                             \
    }                                                                                                           \
    clock_gettime(CLOCK_MONOTONIC, &to);                                                                        \
    free(x); free(dst); free(g);                                                                                \
    return to.tv_sec - from.tv_sec + 1e-9 * (to.tv_nsec - from.tv_nsec);                                        \
  }

TWIN(f64, double, 8)
TWIN(f32, float, 16)

int main(void) {
  char kind[16];
  long rows, order, iterations, repetitions;
  while (scanf("%15s %ld %ld %ld %ld", kind, &rows, &order, &iterations, &repetitions) == 5) {
    printf("{\"seconds\":[");
    for (long i = 0; i < repetitions; i++) {
      double s = strcmp(kind, "scores32") ? run_f64(rows, order, iterations) : run_f32(rows, order, iterations);
      printf("%s%.9f", i ? "," : "", s);
    }
    printf("]}\n");
    fflush(stdout);
  }
}
