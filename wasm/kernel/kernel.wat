;; The engine's hot loops with 128-bit SIMD, on Go's own memory: the twins of core/kernel/portable.go, which say what
;; each computes; the twin of decimals is nextPlain in core/data/dataset. Addresses are of Go's slices; arrays are
;; whole numbers of tiles, so no loop here has a remainder.
;;
;; assemble.mjs makes a second copy of what stands between the marks, for float32: twice the rows, the same bytes.
(module
  (import "go" "mem" (memory 0))

  ;;<forms
  ;; One tile of 64 bytes a feature holds eight rows. Two rows of the packed G go over the features at once: eight
  ;; sums keep all units busy. Each needs a product and an addition for every load of a feature.
  (func $forms64
    (param $dst i32) (param $rows i32) (param $g i32) (param $tiles i32) (param $features i32)
    (local $x i32) (local $coefficient i32) (local $own i32) (local $end i32)
    (local $g0 v128) (local $g1 v128) (local $v v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (block $done
      (br_if $done (i32.eqz (local.get $tiles)))
      (loop $tile
        (local.set $coefficient (local.get $g))
        (local.set $own (local.get $rows))
        (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $features) (i32.const 6))))
        (memory.fill (local.get $dst) (i32.const 0) (i32.const 64))
        (loop $pair
          (local.set $a0 (v128.const i64x2 0 0)) (local.set $a1 (v128.const i64x2 0 0))
          (local.set $a2 (v128.const i64x2 0 0)) (local.set $a3 (v128.const i64x2 0 0))
          (local.set $b0 (v128.const i64x2 0 0)) (local.set $b1 (v128.const i64x2 0 0))
          (local.set $b2 (v128.const i64x2 0 0)) (local.set $b3 (v128.const i64x2 0 0))
          (local.set $x (local.get $own))
          (loop $feature
            (local.set $g0 (v128.load64_splat (local.get $coefficient)))
            (local.set $g1 (v128.load64_splat offset=8 (local.get $coefficient)))
            (local.set $v (v128.load (local.get $x)))
            (local.set $a0 (f64x2.add (local.get $a0) (f64x2.mul (local.get $g0) (local.get $v))))
            (local.set $b0 (f64x2.add (local.get $b0) (f64x2.mul (local.get $g1) (local.get $v))))
            (local.set $v (v128.load offset=16 (local.get $x)))
            (local.set $a1 (f64x2.add (local.get $a1) (f64x2.mul (local.get $g0) (local.get $v))))
            (local.set $b1 (f64x2.add (local.get $b1) (f64x2.mul (local.get $g1) (local.get $v))))
            (local.set $v (v128.load offset=32 (local.get $x)))
            (local.set $a2 (f64x2.add (local.get $a2) (f64x2.mul (local.get $g0) (local.get $v))))
            (local.set $b2 (f64x2.add (local.get $b2) (f64x2.mul (local.get $g1) (local.get $v))))
            (local.set $v (v128.load offset=48 (local.get $x)))
            (local.set $a3 (f64x2.add (local.get $a3) (f64x2.mul (local.get $g0) (local.get $v))))
            (local.set $b3 (f64x2.add (local.get $b3) (f64x2.mul (local.get $g1) (local.get $v))))
            (local.set $coefficient (i32.add (local.get $coefficient) (i32.const 16)))
            (br_if $feature (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 64))) (local.get $end))))
          (v128.store (local.get $dst)
            (f64x2.add (v128.load (local.get $dst)) (f64x2.add
              (f64x2.mul (local.get $a0) (v128.load (local.get $own)))
              (f64x2.mul (local.get $b0) (v128.load offset=64 (local.get $own))))))
          (v128.store offset=16 (local.get $dst)
            (f64x2.add (v128.load offset=16 (local.get $dst)) (f64x2.add
              (f64x2.mul (local.get $a1) (v128.load offset=16 (local.get $own)))
              (f64x2.mul (local.get $b1) (v128.load offset=80 (local.get $own))))))
          (v128.store offset=32 (local.get $dst)
            (f64x2.add (v128.load offset=32 (local.get $dst)) (f64x2.add
              (f64x2.mul (local.get $a2) (v128.load offset=32 (local.get $own)))
              (f64x2.mul (local.get $b2) (v128.load offset=96 (local.get $own))))))
          (v128.store offset=48 (local.get $dst)
            (f64x2.add (v128.load offset=48 (local.get $dst)) (f64x2.add
              (f64x2.mul (local.get $a3) (v128.load offset=48 (local.get $own)))
              (f64x2.mul (local.get $b3) (v128.load offset=112 (local.get $own))))))
          (br_if $pair (i32.lt_u (local.tee $own (i32.add (local.get $own) (i32.const 128))) (local.get $end))))
        (local.set $rows (local.get $end))
        (local.set $dst (i32.add (local.get $dst) (i32.const 64)))
        (br_if $tile (local.tee $tiles (i32.sub (local.get $tiles) (i32.const 1)))))))
  ;;forms>

  ;; Tiles of 4×4 from the diagonal to the right, and their mirror images.
  (func (export "product") (param $c i32) (param $a i32) (param $b i32) (param $n i32) (param $inner i32)
    (local $row i32) (local $i i32) (local $j i32) (local $k i32) (local $p i32) (local $q i32)
    (local $u v128) (local $v v128) (local $s v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $row (i32.shl (local.get $n) (i32.const 3)))
    (loop $band
      (local.set $j (local.get $i))
      (loop $tile
        (local.set $a0 (v128.const i64x2 0 0)) (local.set $a1 (v128.const i64x2 0 0))
        (local.set $a2 (v128.const i64x2 0 0)) (local.set $a3 (v128.const i64x2 0 0))
        (local.set $b0 (v128.const i64x2 0 0)) (local.set $b1 (v128.const i64x2 0 0))
        (local.set $b2 (v128.const i64x2 0 0)) (local.set $b3 (v128.const i64x2 0 0))
        ;; Of the transposed A the four entries in a column of the band lie side by side.
        (local.set $p (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 3))))
        (local.set $q (i32.add (local.get $b) (i32.shl (local.get $j) (i32.const 3))))
        (local.set $k (local.get $inner))
        (loop $inner
          (local.set $u (v128.load (local.get $q)))
          (local.set $v (v128.load offset=16 (local.get $q)))
          (local.set $s (v128.load64_splat (local.get $p)))
          (local.set $a0 (f64x2.add (local.get $a0) (f64x2.mul (local.get $s) (local.get $u))))
          (local.set $b0 (f64x2.add (local.get $b0) (f64x2.mul (local.get $s) (local.get $v))))
          (local.set $s (v128.load64_splat offset=8 (local.get $p)))
          (local.set $a1 (f64x2.add (local.get $a1) (f64x2.mul (local.get $s) (local.get $u))))
          (local.set $b1 (f64x2.add (local.get $b1) (f64x2.mul (local.get $s) (local.get $v))))
          (local.set $s (v128.load64_splat offset=16 (local.get $p)))
          (local.set $a2 (f64x2.add (local.get $a2) (f64x2.mul (local.get $s) (local.get $u))))
          (local.set $b2 (f64x2.add (local.get $b2) (f64x2.mul (local.get $s) (local.get $v))))
          (local.set $s (v128.load64_splat offset=24 (local.get $p)))
          (local.set $a3 (f64x2.add (local.get $a3) (f64x2.mul (local.get $s) (local.get $u))))
          (local.set $b3 (f64x2.add (local.get $b3) (f64x2.mul (local.get $s) (local.get $v))))
          (local.set $p (i32.add (local.get $p) (local.get $row)))
          (local.set $q (i32.add (local.get $q) (local.get $row)))
          (br_if $inner (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))
        ;; The columns of the tile are rows of its mirror image, which on the diagonal is the tile itself.
        (local.set $p (i32.add (local.get $c)
          (i32.add (i32.mul (local.get $j) (local.get $row)) (i32.shl (local.get $i) (i32.const 3)))))
        (v128.store (local.get $p) (i64x2.shuffle_low (local.get $a0) (local.get $a1)))
        (v128.store offset=16 (local.get $p) (i64x2.shuffle_low (local.get $a2) (local.get $a3)))
        (local.set $p (i32.add (local.get $p) (local.get $row)))
        (v128.store (local.get $p) (i64x2.shuffle_high (local.get $a0) (local.get $a1)))
        (v128.store offset=16 (local.get $p) (i64x2.shuffle_high (local.get $a2) (local.get $a3)))
        (local.set $p (i32.add (local.get $p) (local.get $row)))
        (v128.store (local.get $p) (i64x2.shuffle_low (local.get $b0) (local.get $b1)))
        (v128.store offset=16 (local.get $p) (i64x2.shuffle_low (local.get $b2) (local.get $b3)))
        (local.set $p (i32.add (local.get $p) (local.get $row)))
        (v128.store (local.get $p) (i64x2.shuffle_high (local.get $b0) (local.get $b1)))
        (v128.store offset=16 (local.get $p) (i64x2.shuffle_high (local.get $b2) (local.get $b3)))
        (local.set $p (i32.add (local.get $c)
          (i32.add (i32.mul (local.get $i) (local.get $row)) (i32.shl (local.get $j) (i32.const 3)))))
        (if (i32.eq (local.get $i) (local.get $j)) (then
          ;; What lies below the diagonal now is the upper triangle; it goes there too.
          (local.set $q (i32.add (local.get $p) (local.get $row)))
          (f64.store offset=8 (local.get $p) (f64.load (local.get $q)))
          (local.set $k (i32.add (local.get $q) (local.get $row)))
          (f64.store offset=16 (local.get $p) (f64.load (local.get $k)))
          (f64.store offset=16 (local.get $q) (f64.load offset=8 (local.get $k)))
          (local.set $row (i32.add (local.get $k) (local.get $row)))
          (f64.store offset=24 (local.get $p) (f64.load (local.get $row)))
          (f64.store offset=24 (local.get $q) (f64.load offset=8 (local.get $row)))
          (f64.store offset=24 (local.get $k) (f64.load offset=16 (local.get $row)))
          (local.set $row (i32.shl (local.get $n) (i32.const 3)))
        ) (else
          (v128.store (local.get $p) (local.get $a0))
          (v128.store offset=16 (local.get $p) (local.get $b0))
          (local.set $p (i32.add (local.get $p) (local.get $row)))
          (v128.store (local.get $p) (local.get $a1))
          (v128.store offset=16 (local.get $p) (local.get $b1))
          (local.set $p (i32.add (local.get $p) (local.get $row)))
          (v128.store (local.get $p) (local.get $a2))
          (v128.store offset=16 (local.get $p) (local.get $b2))
          (local.set $p (i32.add (local.get $p) (local.get $row)))
          (v128.store (local.get $p) (local.get $a3))
          (v128.store offset=16 (local.get $p) (local.get $b3))))
        (br_if $tile (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 4))) (local.get $n))))
      (br_if $band (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 4))) (local.get $n)))))

  (func (export "linear") (param $dst i32) (param $a f64) (param $x i32) (param $b f64) (param $y i32) (param $n i32)
    (local $u v128) (local $v v128) (local $at i32)
    (local.set $u (f64x2.splat (local.get $a)))
    (local.set $v (f64x2.splat (local.get $b)))
    (local.set $n (i32.shl (local.get $n) (i32.const 3)))
    (loop $next
      (v128.store (i32.add (local.get $dst) (local.get $at)) (f64x2.add
        (f64x2.mul (local.get $u) (v128.load (i32.add (local.get $x) (local.get $at))))
        (f64x2.mul (local.get $v) (v128.load (i32.add (local.get $y) (local.get $at))))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $n)))))

  (func (export "regularise") (param $dst i32) (param $forms i32) (param $lambda f64) (param $q i32) (param $n i32)
    (result f64)
    (local $l v128) (local $least v128) (local $v v128)
    (local.set $l (f64x2.splat (local.get $lambda)))
    (local.set $least (f64x2.splat (f64.const inf)))
    (loop $next
      (local.set $v (f64x2.add
        (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $forms)))
        (f64x2.mul (local.get $l) (v128.load (local.get $q)))))
      (v128.store (local.get $dst) (local.get $v))
      (local.set $least (f64x2.pmin (local.get $least) (local.get $v)))
      (local.set $forms (i32.add (local.get $forms) (i32.const 8)))
      (local.set $q (i32.add (local.get $q) (i32.const 16)))
      (local.set $dst (i32.add (local.get $dst) (i32.const 16)))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 2)))))
    (f64.min (f64x2.extract_lane 0 (local.get $least)) (f64x2.extract_lane 1 (local.get $least))))

  (func (export "weigh")
    (param $sums i32) (param $scores i32) (param $n i32) (param $least f64) (param $factor f64) (param $whole i32)
      (param $part i32)
    (result i64)
    (local $step i32) (local $sum i64) (local $t f64)
    (loop $next
      (local.set $t (f64.mul (f64.sub (f64.load (local.get $scores)) (local.get $least)) (local.get $factor)))
      (local.set $step (i32.trunc_sat_f64_u (f64.min (local.get $t) (f64.const 32767))))
      (local.set $sum (i64.add (local.get $sum) (i64.add (i64.const 1) (i64.shr_u
        (i64.mul
          (i64.load (i32.add (local.get $whole) (i32.shl (i32.shr_u (local.get $step) (i32.const 10)) (i32.const 3))))
          (i64.load (i32.add (local.get $part) (i32.shl (i32.and (local.get $step) (i32.const 1023)) (i32.const 3)))))
        (i64.const 23)))))
      (i64.store (local.get $sums) (local.get $sum))
      (local.set $sums (i32.add (local.get $sums) (i32.const 8)))
      (local.set $scores (i32.add (local.get $scores) (i32.const 8)))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (local.get $sum))

  ;; For each row, in their order: its pair of numbers and 1 are added in one bin of each column. $starts are the
  ;; columns' first bins; a bin has 24 bytes.
  (func (export "histograms")
    (param $dst i32) (param $starts i32) (param $bins i32) (param $width i32) (param $rows i32) (param $n i32)
      (param $pairs i32)
    (local $row i32) (local $bin i32) (local $end i32) (local $start i32) (local $p i32) (local $v v128)
    (loop $next
      (local.set $row (i32.load (local.get $rows)))
      (local.set $v (v128.load (i32.add (local.get $pairs) (i32.shl (local.get $row) (i32.const 4)))))
      (local.set $bin (i32.add (local.get $bins) (i32.mul (local.get $row) (local.get $width))))
      (local.set $end (i32.add (local.get $bin) (local.get $width)))
      (local.set $start (local.get $starts))
      (loop $column
        (local.set $p (i32.add (local.get $dst) (i32.mul
          (i32.add (i32.load (local.get $start)) (i32.load8_u (local.get $bin)))
          (i32.const 24))))
        (v128.store (local.get $p) (f64x2.add (v128.load (local.get $p)) (local.get $v)))
        (f64.store offset=16 (local.get $p) (f64.add (f64.load offset=16 (local.get $p)) (f64.const 1)))
        (local.set $start (i32.add (local.get $start) (i32.const 4)))
        (br_if $column (i32.lt_u (local.tee $bin (i32.add (local.get $bin) (i32.const 1))) (local.get $end))))
      (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))

  ;; The inner products of four columns of a matrix, from $j on, with each of its columns from $j on, over the first $j
  ;; rows; $j and the number of columns $n are multiples of 4. As in product, eight sums keep all units busy.
  (func (export "inner") (param $sums i32) (param $u i32) (param $n i32) (param $j i32)
    (local $stride i32) (local $first i32) (local $own i32) (local $x i32) (local $end i32) (local $s v128)
      (local $v v128) (local $w v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $stride (i32.shl (local.get $n) (i32.const 3)))
    (local.set $first (local.get $j))
    (loop $tile
      (local.set $a0 (v128.const i64x2 0 0)) (local.set $b0 (v128.const i64x2 0 0))
      (local.set $a1 (v128.const i64x2 0 0)) (local.set $b1 (v128.const i64x2 0 0))
      (local.set $a2 (v128.const i64x2 0 0)) (local.set $b2 (v128.const i64x2 0 0))
      (local.set $a3 (v128.const i64x2 0 0)) (local.set $b3 (v128.const i64x2 0 0))
      (local.set $own (i32.add (local.get $u) (i32.shl (local.get $j) (i32.const 3))))
      (local.set $x (i32.add (local.get $u) (i32.shl (local.get $first) (i32.const 3))))
      (local.set $end (i32.add (local.get $own) (i32.mul (local.get $j) (local.get $stride))))
      (loop $row
        (local.set $v (v128.load (local.get $x)))
        (local.set $w (v128.load offset=16 (local.get $x)))
        (local.set $s (v128.load64_splat (local.get $own)))
        (local.set $a0 (f64x2.add (local.get $a0) (f64x2.mul (local.get $s) (local.get $v))))
        (local.set $b0 (f64x2.add (local.get $b0) (f64x2.mul (local.get $s) (local.get $w))))
        (local.set $s (v128.load64_splat offset=8 (local.get $own)))
        (local.set $a1 (f64x2.add (local.get $a1) (f64x2.mul (local.get $s) (local.get $v))))
        (local.set $b1 (f64x2.add (local.get $b1) (f64x2.mul (local.get $s) (local.get $w))))
        (local.set $s (v128.load64_splat offset=16 (local.get $own)))
        (local.set $a2 (f64x2.add (local.get $a2) (f64x2.mul (local.get $s) (local.get $v))))
        (local.set $b2 (f64x2.add (local.get $b2) (f64x2.mul (local.get $s) (local.get $w))))
        (local.set $s (v128.load64_splat offset=24 (local.get $own)))
        (local.set $a3 (f64x2.add (local.get $a3) (f64x2.mul (local.get $s) (local.get $v))))
        (local.set $b3 (f64x2.add (local.get $b3) (f64x2.mul (local.get $s) (local.get $w))))
        (local.set $x (i32.add (local.get $x) (local.get $stride)))
        (br_if $row (i32.lt_u (local.tee $own (i32.add (local.get $own) (local.get $stride))) (local.get $end))))
      (local.set $x (i32.add (local.get $sums) (i32.shl (local.get $first) (i32.const 3))))
      (v128.store (local.get $x) (local.get $a0))
      (v128.store offset=16 (local.get $x) (local.get $b0))
      (local.set $x (i32.add (local.get $x) (local.get $stride)))
      (v128.store (local.get $x) (local.get $a1))
      (v128.store offset=16 (local.get $x) (local.get $b1))
      (local.set $x (i32.add (local.get $x) (local.get $stride)))
      (v128.store (local.get $x) (local.get $a2))
      (v128.store offset=16 (local.get $x) (local.get $b2))
      (local.set $x (i32.add (local.get $x) (local.get $stride)))
      (v128.store (local.get $x) (local.get $a3))
      (v128.store offset=16 (local.get $x) (local.get $b3))
      (br_if $tile (i32.lt_u (local.tee $first (i32.add (local.get $first) (i32.const 4))) (local.get $n)))))

  ;; Copies rows of $d numbers and their products with $q, of $n numbers each, until $room are filled; leaves out those
  ;; with a weight of zero. Returns 128 times the rows gone through plus those filled.
  (func (export "spread")
    (param $plain i32) (param $weighted i32) (param $rows i32) (param $q i32) (param $count i32) (param $d i32)
      (param $n i32) (param $room i32)
    (result i64)
    (local $at i32) (local $pairs i32) (local $through i32) (local $filled i32) (local $g v128) (local $v v128)
    (local.set $pairs (i32.shl (i32.shr_u (local.get $d) (i32.const 1)) (i32.const 4)))
    (loop $row
      (local.set $g (v128.load64_splat (local.get $q)))
      (if (f64.ne (f64x2.extract_lane 0 (local.get $g)) (f64.const 0)) (then
        (local.set $at (i32.const 0))
        (if (local.get $pairs) (then
          (loop $pair
            (local.set $v (v128.load (i32.add (local.get $rows) (local.get $at))))
            (v128.store (i32.add (local.get $plain) (local.get $at)) (local.get $v))
            (v128.store (i32.add (local.get $weighted) (local.get $at)) (f64x2.mul (local.get $g) (local.get $v)))
            (br_if $pair (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $pairs))))))
        (if (i32.and (local.get $d) (i32.const 1)) (then
          (local.set $v (v128.load64_zero (i32.add (local.get $rows) (local.get $at))))
          (f64.store (i32.add (local.get $plain) (local.get $at)) (f64x2.extract_lane 0 (local.get $v)))
          (f64.store (i32.add (local.get $weighted) (local.get $at))
            (f64x2.extract_lane 0 (f64x2.mul (local.get $g) (local.get $v))))))
        (local.set $plain (i32.add (local.get $plain) (i32.shl (local.get $n) (i32.const 3))))
        (local.set $weighted (i32.add (local.get $weighted) (i32.shl (local.get $n) (i32.const 3))))
        (local.set $filled (i32.add (local.get $filled) (i32.const 1)))))
      (local.set $rows (i32.add (local.get $rows) (i32.shl (local.get $d) (i32.const 3))))
      (local.set $q (i32.add (local.get $q) (i32.const 8)))
      (local.set $through (i32.add (local.get $through) (i32.const 1)))
      (br_if $row (i32.and
        (i32.lt_u (local.get $through) (local.get $count))
        (i32.lt_u (local.get $filled) (local.get $room)))))
    (i64.add (i64.shl (i64.extend_i32_u (local.get $through)) (i64.const 7)) (i64.extend_i32_u (local.get $filled))))

  ;; The forms of $count rows of $d numbers, which it puts into the order of tiles one tile after the other.
  (func (export "rowForms") (param $dst i32) (param $rows i32) (param $g i32) (param $tile i32) (param $count i32)
    (param $d i32)
    (local $stride i32) (local $last i32) (local $tiles i32)
    (local.set $stride (i32.shl (local.get $d) (i32.const 3)))
    (local.set $last (i32.add (local.get $rows) (i32.mul (i32.sub (local.get $count) (i32.const 1))
      (local.get $stride))))
    (local.set $tiles (i32.shr_u (i32.add (local.get $count) (i32.const 7)) (i32.const 3)))
    (loop $next
      (call $arrange (local.get $tile) (local.get $rows) (local.get $last) (local.get $d))
      (call $forms64 (local.get $dst) (local.get $tile) (local.get $g) (i32.const 1)
        (i32.and (i32.add (local.get $d) (i32.const 1)) (i32.const -2)))
      (local.set $dst (i32.add (local.get $dst) (i32.const 64)))
      (local.set $rows (i32.add (local.get $rows) (i32.shl (local.get $stride) (i32.const 3))))
      (br_if $next (local.tee $tiles (i32.sub (local.get $tiles) (i32.const 1))))))

  ;; Copies eight rows of $d numbers into a tile, two rows and two features at a time. The rows after $last are copies
  ;; of it.
  (func $arrange (param $tile i32) (param $rows i32) (param $last i32) (param $d i32)
    (local $stride i32) (local $lane i32) (local $p i32) (local $q i32) (local $to i32) (local $pairs i32)
      (local $u v128) (local $v v128)
    (local.set $stride (i32.shl (local.get $d) (i32.const 3)))
    (loop $two
      (local.set $p (select (local.get $rows) (local.get $last) (i32.lt_u (local.get $rows) (local.get $last))))
      (local.set $q (i32.add (local.get $rows) (local.get $stride)))
      (local.set $q (select (local.get $q) (local.get $last) (i32.lt_u (local.get $q) (local.get $last))))
      (local.set $rows (i32.add (local.get $rows) (i32.shl (local.get $stride) (i32.const 1))))
      (local.set $to (i32.add (local.get $tile) (local.get $lane)))
      (local.set $pairs (i32.shr_u (local.get $d) (i32.const 1)))
      (if (local.get $pairs) (then
        (loop $pair
          (local.set $u (v128.load (local.get $p)))
          (local.set $v (v128.load (local.get $q)))
          (v128.store (local.get $to) (i64x2.shuffle_low (local.get $u) (local.get $v)))
          (v128.store offset=64 (local.get $to) (i64x2.shuffle_high (local.get $u) (local.get $v)))
          (local.set $p (i32.add (local.get $p) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 16)))
          (local.set $to (i32.add (local.get $to) (i32.const 128)))
          (br_if $pair (local.tee $pairs (i32.sub (local.get $pairs) (i32.const 1)))))))
      (if (i32.and (local.get $d) (i32.const 1)) (then
        (v128.store (local.get $to) (i64x2.shuffle_low (v128.load64_zero (local.get $p))
          (v128.load64_zero (local.get $q))))
        (v128.store offset=64 (local.get $to) (v128.const i64x2 0 0))))
      (br_if $two (i32.lt_u (local.tee $lane (i32.add (local.get $lane) (i32.const 16))) (i32.const 64)))))

  ;; The sum of $y - $tau over the numbers above $tau, and into $count how many there are.
  (func (export "above") (param $y i32) (param $n i32) (param $tau f64) (param $count i32) (result f64)
    (local $t v128) (local $v v128) (local $mask v128) (local $sum v128) (local $many v128) (local $end i32)
    (local.set $t (f64x2.splat (local.get $tau)))
    (local.set $end (i32.add (local.get $y) (i32.shl (local.get $n) (i32.const 3))))
    (loop $next
      (local.set $v (v128.load (local.get $y)))
      (local.set $mask (f64x2.gt (local.get $v) (local.get $t)))
      (local.set $sum (f64x2.add (local.get $sum) (v128.and (local.get $mask)
        (f64x2.sub (local.get $v) (local.get $t)))))
      (local.set $many (i64x2.sub (local.get $many) (local.get $mask)))
      (br_if $next (i32.lt_u (local.tee $y (i32.add (local.get $y) (i32.const 16))) (local.get $end))))
    (i64.store (local.get $count) (i64.add (i64x2.extract_lane 0 (local.get $many))
      (i64x2.extract_lane 1 (local.get $many))))
    (f64.add (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum))))

  ;; Replaces the numbers x by (x − y)/divisor.
  (func (export "divide") (param $x i32) (param $y i32) (param $divisor f64) (param $n i32)
    (local $d v128) (local $end i32)
    (local.set $d (f64x2.splat (local.get $divisor)))
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $n) (i32.const 3))))
    (loop $next
      (v128.store (local.get $x) (f64x2.div (f64x2.sub (v128.load (local.get $x)) (v128.load (local.get $y)))
        (local.get $d)))
      (local.set $y (i32.add (local.get $y) (i32.const 16)))
      (br_if $next (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $end)))))

  ;; Replaces the numbers x and y by cx − sy and sx + cy.
  (func (export "turn") (param $x i32) (param $y i32) (param $c f64) (param $s f64) (param $n i32)
    (local $u v128) (local $v v128) (local $a v128) (local $b v128) (local $end i32)
    (local.set $u (f64x2.splat (local.get $c)))
    (local.set $v (f64x2.splat (local.get $s)))
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $n) (i32.const 3))))
    (loop $next
      (local.set $a (v128.load (local.get $x)))
      (local.set $b (v128.load (local.get $y)))
      (v128.store (local.get $x) (f64x2.sub (f64x2.mul (local.get $u) (local.get $a))
        (f64x2.mul (local.get $v) (local.get $b))))
      (v128.store (local.get $y) (f64x2.add (f64x2.mul (local.get $v) (local.get $a))
        (f64x2.mul (local.get $u) (local.get $b))))
      (local.set $y (i32.add (local.get $y) (i32.const 16)))
      (br_if $next (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $end)))))

  ;; Puts the rows whose cell of a column is in a bin that goes left before the others, each in their order: those that
  ;; stay are written where they are read or before, the others to $scratch. $bins are from that column on, $sides says
  ;; 1 of a bin that goes left.
  (func (export "partition")
    (param $rows i32) (param $n i32) (param $scratch i32) (param $bins i32) (param $width i32) (param $sides i32)
      (result i32)
    (local $from i32) (local $end i32) (local $to i32) (local $row i32) (local $left i32)
    (local.set $from (local.get $rows))
    (local.set $to (local.get $rows))
    (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $n) (i32.const 2))))
    (loop $next
      (local.set $row (i32.load (local.get $from)))
      (local.set $left (i32.shl
        (i32.load8_u (i32.add (local.get $sides) (i32.load8_u
          (i32.add (local.get $bins) (i32.mul (local.get $row) (local.get $width))))))
        (i32.const 2)))
      (i32.store (local.get $to) (local.get $row))
      (i32.store (local.get $scratch) (local.get $row))
      (local.set $to (i32.add (local.get $to) (local.get $left)))
      (local.set $scratch (i32.add (local.get $scratch) (i32.sub (i32.const 4) (local.get $left))))
      (br_if $next (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 4))) (local.get $end))))
    (i32.shr_u (i32.sub (local.get $to) (local.get $rows)) (i32.const 2)))

  ;; Whether a set, the $set-th, does not hold a code.
  (func $outside (param $sets i32) (param $set i32) (param $code i32) (result i32)
    (i32.xor
      (i32.and
        (i32.shr_u
          (i32.load8_u (i32.add
            (i32.add (local.get $sets) (i32.shl (i32.sub (local.get $set) (i32.const 1)) (i32.const 5)))
            (i32.shr_u (local.get $code) (i32.const 3))))
          (i32.and (local.get $code) (i32.const 7)))
        (i32.const 1))
      (i32.const 1)))

  ;; Adds the values of the leaves that $n rows of codes reach to scores $stride bytes apart. Four rows go down at once: a
  ;; processor goes on with one while it waits for another. If there are fewer, the last goes down more than once.
  (func (export "descend") (param $scores i32) (param $stride i32) (param $nodes i32) (param $sets i32)
    (param $codes i32) (param $width i32) (param $n i32)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $aCodes i32) (local $bCodes i32)
      (local $cCodes i32) (local $dCodes i32)
    (local $node i32) (local $code i32) (local $right i32) (local $set i32) (local $to i32) (local $moved i32)
    (block $end (loop $rows
      (local.set $aCodes (local.get $codes))
      (local.set $bCodes (i32.add (local.get $aCodes)
        (i32.mul (local.get $width) (i32.gt_s (local.get $n) (i32.const 1)))))
      (local.set $cCodes (i32.add (local.get $bCodes)
        (i32.mul (local.get $width) (i32.gt_s (local.get $n) (i32.const 2)))))
      (local.set $dCodes (i32.add (local.get $cCodes)
        (i32.mul (local.get $width) (i32.gt_s (local.get $n) (i32.const 3)))))
      (local.set $codes (i32.add (local.get $dCodes) (local.get $width)))
      (local.set $a (local.tee $b (local.tee $c (local.tee $d (i32.const 0)))))
      (loop $level
        (local.set $moved (i32.const 0))
        (local.set $node (i32.add (local.get $nodes) (i32.shl (local.get $a) (i32.const 4))))
        (local.set $code (i32.load8_u (i32.add (local.get $aCodes) (i32.load16_u offset=12 (local.get $node)))))
        (local.set $right (i32.gt_u (local.get $code) (i32.load8_u offset=14 (local.get $node))))
        (if (local.tee $set (i32.load offset=4 (local.get $node)))
          (then (local.set $right (call $outside (local.get $sets) (local.get $set) (local.get $code)))))
        (local.set $to (i32.add (i32.load (local.get $node)) (local.get $right)))
        (local.set $moved (i32.or (local.get $moved) (i32.xor (local.get $a) (local.get $to))))
        (local.set $a (local.get $to))
        (local.set $node (i32.add (local.get $nodes) (i32.shl (local.get $b) (i32.const 4))))
        (local.set $code (i32.load8_u (i32.add (local.get $bCodes) (i32.load16_u offset=12 (local.get $node)))))
        (local.set $right (i32.gt_u (local.get $code) (i32.load8_u offset=14 (local.get $node))))
        (if (local.tee $set (i32.load offset=4 (local.get $node)))
          (then (local.set $right (call $outside (local.get $sets) (local.get $set) (local.get $code)))))
        (local.set $to (i32.add (i32.load (local.get $node)) (local.get $right)))
        (local.set $moved (i32.or (local.get $moved) (i32.xor (local.get $b) (local.get $to))))
        (local.set $b (local.get $to))
        (local.set $node (i32.add (local.get $nodes) (i32.shl (local.get $c) (i32.const 4))))
        (local.set $code (i32.load8_u (i32.add (local.get $cCodes) (i32.load16_u offset=12 (local.get $node)))))
        (local.set $right (i32.gt_u (local.get $code) (i32.load8_u offset=14 (local.get $node))))
        (if (local.tee $set (i32.load offset=4 (local.get $node)))
          (then (local.set $right (call $outside (local.get $sets) (local.get $set) (local.get $code)))))
        (local.set $to (i32.add (i32.load (local.get $node)) (local.get $right)))
        (local.set $moved (i32.or (local.get $moved) (i32.xor (local.get $c) (local.get $to))))
        (local.set $c (local.get $to))
        (local.set $node (i32.add (local.get $nodes) (i32.shl (local.get $d) (i32.const 4))))
        (local.set $code (i32.load8_u (i32.add (local.get $dCodes) (i32.load16_u offset=12 (local.get $node)))))
        (local.set $right (i32.gt_u (local.get $code) (i32.load8_u offset=14 (local.get $node))))
        (if (local.tee $set (i32.load offset=4 (local.get $node)))
          (then (local.set $right (call $outside (local.get $sets) (local.get $set) (local.get $code)))))
        (local.set $to (i32.add (i32.load (local.get $node)) (local.get $right)))
        (local.set $moved (i32.or (local.get $moved) (i32.xor (local.get $d) (local.get $to))))
        (local.set $d (local.get $to))
        (br_if $level (local.get $moved)))
      (f64.store (local.get $scores) (f64.add (f64.load (local.get $scores))
        (f64.promote_f32 (f32.load offset=8 (i32.add (local.get $nodes) (i32.shl (local.get $a) (i32.const 4)))))))
      (br_if $end (i32.eqz (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
      (local.set $scores (i32.add (local.get $scores) (local.get $stride)))
      (f64.store (local.get $scores) (f64.add (f64.load (local.get $scores))
        (f64.promote_f32 (f32.load offset=8 (i32.add (local.get $nodes) (i32.shl (local.get $b) (i32.const 4)))))))
      (br_if $end (i32.eqz (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
      (local.set $scores (i32.add (local.get $scores) (local.get $stride)))
      (f64.store (local.get $scores) (f64.add (f64.load (local.get $scores))
        (f64.promote_f32 (f32.load offset=8 (i32.add (local.get $nodes) (i32.shl (local.get $c) (i32.const 4)))))))
      (br_if $end (i32.eqz (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
      (local.set $scores (i32.add (local.get $scores) (local.get $stride)))
      (f64.store (local.get $scores) (f64.add (f64.load (local.get $scores))
        (f64.promote_f32 (f32.load offset=8 (i32.add (local.get $nodes) (i32.shl (local.get $d) (i32.const 4)))))))
      (br_if $end (i32.eqz (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
      (local.set $scores (i32.add (local.get $scores) (local.get $stride)))
      (br $rows))))

  ;; The squared distances of a point from $n others, a multiple of 4. Four of them are worked on at once, each in its
  ;; own lane.
  (func (export "distances") (param $dst i32) (param $point i32) (param $dim i32) (param $others i32) (param $n i32)
    (local $stride i32) (local $end i32) (local $at i32) (local $p0 i32) (local $p1 i32) (local $p2 i32) (local $p3 i32)
    (local $v v128) (local $u v128) (local $w v128) (local $a v128) (local $b v128)
    (local.set $stride (i32.shl (local.get $dim) (i32.const 3)))
    (local.set $end (i32.add (local.get $point) (local.get $stride)))
    (local.set $p3 (local.get $others))
    (loop $next
      (local.set $p1 (i32.add (local.tee $p0 (local.get $p3)) (local.get $stride)))
      (local.set $p3 (i32.add (local.tee $p2 (i32.add (local.get $p1) (local.get $stride))) (local.get $stride)))
      (local.set $a (v128.const i64x2 0 0))
      (local.set $b (v128.const i64x2 0 0))
      (local.set $at (local.get $point))
      (loop $column
        (local.set $v (v128.load64_splat (local.get $at)))
        (local.set $u (f64x2.sub (local.get $v) (v128.load64_lane 1 (local.get $p1)
          (v128.load64_zero (local.get $p0)))))
        (local.set $w (f64x2.sub (local.get $v) (v128.load64_lane 1 (local.get $p3)
          (v128.load64_zero (local.get $p2)))))
        (local.set $a (f64x2.add (local.get $a) (f64x2.mul (local.get $u) (local.get $u))))
        (local.set $b (f64x2.add (local.get $b) (f64x2.mul (local.get $w) (local.get $w))))
        (local.set $p0 (i32.add (local.get $p0) (i32.const 8)))
        (local.set $p1 (i32.add (local.get $p1) (i32.const 8)))
        (local.set $p2 (i32.add (local.get $p2) (i32.const 8)))
        (local.set $p3 (i32.add (local.get $p3) (i32.const 8)))
        (br_if $column (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end))))
      (v128.store (local.get $dst) (local.get $a))
      (v128.store offset=16 (local.get $dst) (local.get $b))
      (local.set $dst (i32.add (local.get $dst) (i32.const 32)))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 4))))))

  ;; The inner products of a vector with $n rows, a multiple of 4, which $rows names. Four of them are worked on at
  ;; once, each in its own lane.
  (func (export "dots") (param $dst i32) (param $vector i32) (param $order i32) (param $features i32) (param $rows i32)
    (param $n i32)
    (local $stride i32) (local $end i32) (local $at i32) (local $p0 i32) (local $p1 i32) (local $p2 i32) (local $p3 i32)
    (local $v v128) (local $a v128) (local $b v128)
    (local.set $stride (i32.shl (local.get $order) (i32.const 3)))
    (local.set $end (i32.add (local.get $vector) (local.get $stride)))
    (loop $next
      (local.set $p0 (i32.add (local.get $features) (i32.mul (i32.load (local.get $rows)) (local.get $stride))))
      (local.set $p1 (i32.add (local.get $features)
        (i32.mul (i32.load offset=4 (local.get $rows)) (local.get $stride))))
      (local.set $p2 (i32.add (local.get $features)
        (i32.mul (i32.load offset=8 (local.get $rows)) (local.get $stride))))
      (local.set $p3 (i32.add (local.get $features)
        (i32.mul (i32.load offset=12 (local.get $rows)) (local.get $stride))))
      (local.set $a (v128.const i64x2 0 0))
      (local.set $b (v128.const i64x2 0 0))
      (local.set $at (local.get $vector))
      (loop $column
        (local.set $v (v128.load64_splat (local.get $at)))
        (local.set $a (f64x2.add (local.get $a) (f64x2.mul (local.get $v)
          (v128.load64_lane 1 (local.get $p1) (v128.load64_zero (local.get $p0))))))
        (local.set $b (f64x2.add (local.get $b) (f64x2.mul (local.get $v)
          (v128.load64_lane 1 (local.get $p3) (v128.load64_zero (local.get $p2))))))
        (local.set $p0 (i32.add (local.get $p0) (i32.const 8)))
        (local.set $p1 (i32.add (local.get $p1) (i32.const 8)))
        (local.set $p2 (i32.add (local.get $p2) (i32.const 8)))
        (local.set $p3 (i32.add (local.get $p3) (i32.const 8)))
        (br_if $column (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end))))
      (v128.store (local.get $dst) (local.get $a))
      (v128.store offset=16 (local.get $dst) (local.get $b))
      (local.set $dst (i32.add (local.get $dst) (i32.const 32)))
      (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
      (br_if $next (local.tee $n (i32.sub (local.get $n) (i32.const 4))))))

  ;; The exponential function of $factor times each number. No product may be above 0. These are the operations of
  ;; elementary.Exp, in their order.
  (func (export "exponentials") (param $dst i32) (param $factor f64) (param $x i32) (param $n i32)
    (local $f v128) (local $t v128) (local $k v128) (local $r v128) (local $p v128) (local $end i32)
    (local.set $f (f64x2.splat (local.get $factor)))
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $n) (i32.const 3))))
    (loop $next
      (local.set $t (f64x2.mul (v128.load (local.get $x)) (local.get $f)))
      (local.set $k (f64x2.floor (f64x2.add
        (f64x2.mul (local.get $t) (v128.const f64x2 0x1.71547652b82fep+0 0x1.71547652b82fep+0))
        (v128.const f64x2 0.5 0.5))))
      (local.set $r (f64x2.sub
        (f64x2.sub (local.get $t) (f64x2.mul (local.get $k)
          (v128.const f64x2 0x1.62e42fee00000p-1 0x1.62e42fee00000p-1)))
        (f64x2.mul (local.get $k) (v128.const f64x2 0x1.a39ef35793c76p-33 0x1.a39ef35793c76p-33))))
      (local.set $p (v128.const f64x2 0x1.6124613a86d09p-33 0x1.6124613a86d09p-33))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.1eed8eff8d898p-29 0x1.1eed8eff8d898p-29)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.ae64567f544e4p-26 0x1.ae64567f544e4p-26)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.27e4fb7789f5cp-22 0x1.27e4fb7789f5cp-22)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.71de3a556c734p-19 0x1.71de3a556c734p-19)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.a01a01a01a01ap-16 0x1.a01a01a01a01ap-16)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.a01a01a01a01ap-13 0x1.a01a01a01a01ap-13)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.6c16c16c16c17p-10 0x1.6c16c16c16c17p-10)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.1111111111111p-7 0x1.1111111111111p-7)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.5555555555555p-5 0x1.5555555555555p-5)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.5555555555555p-3 0x1.5555555555555p-3)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.0000000000000p-1 0x1.0000000000000p-1)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.0000000000000p+0 0x1.0000000000000p+0)))
      (local.set $p (f64x2.add (f64x2.mul (local.get $r) (local.get $p))
        (v128.const f64x2 0x1.0000000000000p+0 0x1.0000000000000p+0)))
      (local.set $p (f64x2.mul (local.get $p) (i64x2.shl
        (i64x2.add (i64x2.extend_low_i32x4_s (i32x4.trunc_sat_f64x2_s_zero (local.get $k)))
          (v128.const i64x2 1023 1023))
        (i32.const 52))))
      (v128.store (local.get $dst) (v128.andnot (local.get $p) (f64x2.lt (local.get $t) (v128.const f64x2 -708 -708))))
      (local.set $dst (i32.add (local.get $dst) (i32.const 16)))
      (br_if $next (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $end)))))

  ;; The number that the last $count digits before $end write, or the last 16. The byte $point of the 16 before $end is
  ;; a point, unless $point is negative, and what comes before it moves up by one.
  (func $digits (param $end i32) (param $count i32) (param $point i32) (result i64)
    (local $v v128) (local $lane v128)
    (local.set $lane (v128.const i8x16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15))
    (local.set $v (v128.and
      (i8x16.sub
        (v128.bitselect
          (v128.load (i32.sub (local.get $end) (i32.const 16)))
          (v128.load (i32.sub (local.get $end) (i32.const 17)))
          (i8x16.gt_s (local.get $lane) (i8x16.splat (local.get $point))))
        (i8x16.splat (i32.const 48)))
      (i8x16.ge_s (local.get $lane) (i8x16.splat (i32.sub (i32.const 16) (local.get $count))))))
    ;; Neighbours are joined to pairs, pairs to fours, fours to eight.
    (local.set $v (i32x4.dot_i16x8_s
      (i16x8.add
        (i16x8.mul (v128.and (local.get $v) (v128.const i16x8 255 255 255 255 255 255 255 255))
          (v128.const i16x8 10 10 10 10 10 10 10 10))
        (i16x8.shr_u (local.get $v) (i32.const 8)))
      (v128.const i16x8 100 1 100 1 100 1 100 1)))
    (local.set $v (i32x4.dot_i16x8_s
      (i16x8.narrow_i32x4_s (local.get $v) (local.get $v))
      (v128.const i16x8 10000 1 10000 1 10000 1 10000 1)))
    (i64.add
      (i64.mul (i64.extend_i32_u (i32x4.extract_lane 0 (local.get $v))) (i64.const 100000000))
      (i64.extend_i32_u (i32x4.extract_lane 1 (local.get $v)))))

  ;; Records of plain decimals. $rows is how many there is room for and becomes how many were read; the result is their
  ;; length in bytes. A field begins at $limit at the latest, and 80 bytes from there on are the caller's.
  (func (export "decimals")
    (param $dst i32) (param $width i32) (param $rows i32) (param $text i32) (param $limit i32) (param $fields i32)
      (param $count i32)
    (param $delimiter i32) (param $point i32) (param $pow10 i32) (param $pow5 i32)
    (result i32)
    (local $at i32) (local $start i32) (local $field i32) (local $last i32) (local $left i32) (local $negative i32)
      (local $byte i32)
    (local $stops i32) (local $whole i32) (local $length i32) (local $digits i32) (local $decimals i32)
      (local $lead i32)
    (local $v v128) (local $m i64) (local $bits i64) (local $fraction i64) (local $unit i64) (local $rest i64)
      (local $x f64)
    (local.set $at (local.get $text))
    (local.set $start (local.get $text))
    (local.set $left (i32.load (local.get $rows)))
    (local.set $last (i32.add (local.get $fields) (i32.mul (i32.sub (local.get $count) (i32.const 1)) (i32.const 24))))
    (block $stop
      (loop $record
        (br_if $stop (i32.eqz (local.get $left)))
        (local.set $field (local.get $fields))
        (loop $next
          (br_if $stop (i32.gt_u (local.get $at) (local.get $limit)))
          (if (f64.lt (f64.load (local.get $field)) (f64.const 0))
            (then
              ;; Text of a field that is not used.
              (loop $scan
                (local.set $v (v128.load (local.get $at)))
                (local.set $stops (i8x16.bitmask (v128.or
                  (v128.or (i8x16.eq (local.get $v) (i8x16.splat (local.get $delimiter)))
                    (i8x16.eq (local.get $v) (i8x16.splat (i32.const 10))))
                  (v128.or (i8x16.eq (local.get $v) (i8x16.splat (i32.const 34)))
                    (i8x16.eq (local.get $v) (i8x16.splat (i32.const 0)))))))
                (if (i32.eqz (local.get $stops))
                  (then
                    (local.set $at (i32.add (local.get $at) (i32.const 16)))
                    (br_if $scan (i32.le_u (local.get $at) (local.get $limit)))
                    (br $stop))))
              (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $stops))))
              (local.set $byte (i32.load8_u (local.get $at))))
            (else
              (local.set $negative (i32.eq (i32.load8_u (local.get $at)) (i32.const 45)))
              (local.set $at (i32.add (local.get $at) (local.get $negative)))
              ;; Where the digits of the next 32 bytes stop: first, and then once more, if there is a point.
              (local.set $stops (i32.or
                (i8x16.bitmask (i8x16.gt_u (i8x16.sub (v128.load (local.get $at)) (i8x16.splat (i32.const 48)))
                  (i8x16.splat (i32.const 9))))
                (i32.shl
                  (i8x16.bitmask (i8x16.gt_u (i8x16.sub (v128.load offset=16 (local.get $at))
                    (i8x16.splat (i32.const 48))) (i8x16.splat (i32.const 9))))
                  (i32.const 16))))
              (local.set $whole (i32.ctz (local.get $stops)))
              (local.set $byte (i32.load8_u (i32.add (local.get $at) (local.get $whole))))
              (if (i32.or (i32.eq (local.get $byte) (i32.const 46)) (i32.eq (local.get $byte) (local.get $point)))
                (then
                  (local.set $length (i32.ctz (i32.and (local.get $stops) (i32.sub (local.get $stops) (i32.const 1)))))
                  (local.set $digits (i32.sub (local.get $length) (i32.const 1)))
                  (local.set $decimals (i32.sub (local.get $digits) (local.get $whole)))
                  (local.set $byte (i32.load8_u (i32.add (local.get $at) (local.get $length)))))
                (else
                  (local.set $length (local.get $whole))
                  (local.set $digits (local.get $whole))
                  (local.set $decimals (i32.const 0))))
              ;; From 1 to 30 of them, all seen, and a power of ten that is exact.
              (br_if $stop (i32.gt_u (i32.sub (local.get $digits) (i32.const 1)) (i32.const 29)))
              (br_if $stop (i32.gt_u (local.get $decimals) (i32.const 22)))
              (local.set $m (call $digits
                (i32.add (local.get $at) (local.get $length))
                (local.get $digits)
                (select (i32.sub (i32.const 15) (local.get $decimals)) (i32.const -1)
                  (i32.ne (local.get $length) (local.get $digits)))))
              (if (i32.gt_u (local.get $digits) (i32.const 16))
                (then
                  (local.set $lead (local.get $at))
                  (local.set $digits (i32.sub (local.get $digits) (i32.const 16)))
                  (local.set $rest (i64.const 0))
                  (loop $digit
                    (local.set $stops (i32.sub (i32.load8_u (local.get $lead)) (i32.const 48)))
                    (local.set $lead (i32.add (local.get $lead) (i32.const 1)))
                    (br_if $digit (i32.gt_u (local.get $stops) (i32.const 9))) ;; the point
                    (local.set $rest (i64.add (i64.mul (local.get $rest) (i64.const 10))
                      (i64.extend_i32_u (local.get $stops))))
                    (br_if $digit (local.tee $digits (i32.sub (local.get $digits) (i32.const 1)))))
                  (br_if $stop (i64.gt_u (local.get $rest) (i64.const 999))) ;; zeros apart more than 19
                  (local.set $m (i64.add (local.get $m) (i64.mul (local.get $rest) (i64.const 10000000000000000))))))
              (local.set $x (f64.div
                (f64.convert_i64_u (local.get $m))
                (f64.load (i32.add (local.get $pow10) (i32.shl (local.get $decimals) (i32.const 3))))))
              (if (i64.gt_u (local.get $m) (i64.const 9007199254740992))
                (then
                  ;; quotient in core/data/dataset/csv/decimal.go
                  (local.set $bits (i64.reinterpret_f64 (local.get $x)))
                  (local.set $rest (i64.sub (i64.sub (i64.const 1075) (i64.shr_u (local.get $bits) (i64.const 52)))
                    (i64.extend_i32_u (local.get $decimals))))
                  (br_if $stop (i64.lt_s (local.get $rest) (i64.const 0)))
                  (local.set $unit (i64.load (i32.add (local.get $pow5) (i32.shl (local.get $decimals) (i32.const 3)))))
                  (local.set $fraction (i64.and (local.get $bits) (i64.const 0xfffffffffffff)))
                  (local.set $rest (i64.shl
                    (i64.sub
                      (i64.shl (local.get $m) (local.get $rest))
                      (i64.mul (i64.or (local.get $fraction) (i64.const 0x10000000000000)) (local.get $unit)))
                    (i64.const 1)))
                  (if (i64.gt_s (local.get $rest) (local.get $unit))
                    (then
                      (local.set $bits (i64.add (local.get $bits) (i64.const 1)))
                      (local.set $rest (i64.sub (local.get $rest) (i64.shl (local.get $unit) (i64.const 1)))))
                    (else (if (i32.and
                        (i64.lt_s (i64.add (local.get $rest) (local.get $unit)) (i64.const 0))
                        (i64.ne (local.get $fraction) (i64.const 0)))
                      (then
                        (local.set $bits (i64.sub (local.get $bits) (i64.const 1)))
                        (local.set $rest (i64.add (local.get $rest) (i64.shl (local.get $unit) (i64.const 1))))))))
                  (br_if $stop (i64.gt_s (local.get $rest) (local.get $unit)))
                  (br_if $stop (i64.lt_s (i64.add (local.get $rest) (local.get $unit)) (i64.const 0)))
                  (br_if $stop (i32.and (i64.eqz (local.get $fraction)) (i64.lt_s (local.get $rest) (i64.const 0))))
                  (local.set $x (f64.reinterpret_i64 (local.get $bits)))))
              (local.set $x (f64.div
                (f64.sub
                  (f64.reinterpret_i64 (i64.or (i64.reinterpret_f64 (local.get $x))
                    (i64.shl (i64.extend_i32_u (local.get $negative)) (i64.const 63))))
                  (f64.load offset=8 (local.get $field)))
                (f64.load offset=16 (local.get $field))))
              (br_if $stop (i32.eqz (f64.le (f64.abs (local.get $x)) (f64.const 1e100)))) ;; beyond dataset.Largest
              (f64.store (i32.add (local.get $dst)
                (i32.shl (i32.trunc_f64_u (f64.load (local.get $field))) (i32.const 3))) (local.get $x))
              (local.set $at (i32.add (local.get $at) (local.get $length)))))
          (if (i32.ne (local.get $field) (local.get $last))
            (then
              (br_if $stop (i32.ne (local.get $byte) (local.get $delimiter)))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (local.set $field (i32.add (local.get $field) (i32.const 24)))
              (br $next))))
        (if (i32.eq (local.get $byte) (i32.const 13))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $byte (i32.load8_u (local.get $at)))))
        (br_if $stop (i32.ne (local.get $byte) (i32.const 10)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        ;; MaxLine in core/data/dataset/csv
        (br_if $stop (i32.gt_u (i32.sub (local.get $at) (local.get $start)) (i32.const 1048576)))
        (local.set $start (local.get $at))
        (local.set $dst (i32.add (local.get $dst) (local.get $width)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $record)))
    (i32.store (local.get $rows) (i32.sub (i32.load (local.get $rows)) (local.get $left)))
    (i32.sub (local.get $start) (local.get $text))))
