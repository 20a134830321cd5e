;; The engine's hot loops with 128-bit SIMD, on Go's own memory: the twins of core/kernel/portable.go, which say what each
;; computes. Addresses are of Go's slices; arrays are whole numbers of tiles, so no loop here has a remainder.
;;
;; assemble.mjs makes a second copy of what stands between the marks, for float32: twice the rows, the same bytes.
(module
  (import "go" "mem" (memory 0))

  ;;<forms
  ;; One tile of 64 bytes a feature holds eight rows. Two rows of the packed G go over the features at once: eight sums, of
  ;; which each needs a product and an addition for every load of a feature, keep all units busy.
  (func (export "forms64")
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

  (func (export "regularise") (param $dst i32) (param $forms i32) (param $lambda f64) (param $q i32) (param $n i32) (result f64)
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
    (param $sums i32) (param $scores i32) (param $n i32) (param $least f64) (param $factor f64) (param $whole i32) (param $part i32)
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
    (local.get $sum)))
