;; Writes the rows of Go's table of functions from the columns into which rows.mjs has divided them. The module starts with this
;; function, before Go runs. The words in capitals are constants of the binary: the TABLE of entries for COUNT functions, the number
;; of the FIRST and the OFFSET of its row from the table; the columns from START to END, and behind them room for the VALUES of one.
(module
  (memory 1)
  (func
    (local $at i32) (local $kind i32) (local $number i32) (local $end i32) (local $new i32)
    (local $index i32) (local $row i32) (local $offset i32) (local $cell i32) (local $value i32)
    (local $read i32) (local $shift i32) (local $byte i32)
    (local.set $at (i32.const START))
    (loop $columns
      (local.set $kind (i32.load8_u (local.get $at)))
      (local.set $number (i32.load8_u offset=1 (local.get $at)))
      (local.set $end (i32.add (i32.const VALUES) (i32.load offset=2 align=1 (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 6)))

      ;; The distinct values of the column, each as the difference from the one before, even if positive and odd if negative.
      (local.set $new (i32.const VALUES))
      (local.set $value (i32.const 0))
      (loop $values
        (local.set $read (i32.const 0))
        (local.set $shift (i32.const 0))
        (loop $bytes
          (local.set $read (i32.or (local.get $read) (i32.shl
            (i32.and (local.tee $byte (i32.load8_u (local.get $at))) (i32.const 127)) (local.get $shift))))
          (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $bytes (i32.ge_u (local.get $byte) (i32.const 128))))
        (local.set $value (i32.add (local.get $value) (i32.xor
          (i32.shr_u (local.get $read) (i32.const 1))
          (i32.sub (i32.const 0) (i32.and (local.get $read) (i32.const 1))))))
        (i32.store (local.get $new) (local.get $value))
        (br_if $values (i32.lt_u (local.tee $new (i32.add (local.get $new) (i32.const 4))) (local.get $end))))

      ;; The cells: 0 for the next of these values, otherwise the place of one, counted from 1.
      (local.set $new (i32.const VALUES))
      (local.set $index (i32.const 0))
      (local.set $offset (i32.const OFFSET))
      (loop $rows
        (local.set $row (i32.add (i32.const TABLE) (i32.shl (local.get $index) (i32.const 3))))
        (block $absent
          (if (local.get $kind) (then
            (local.set $row (i32.add (i32.const TABLE) (i32.load offset=4 (local.get $row))))
            (local.set $cell (i32.add (local.get $row) (i32.shl (local.get $number) (i32.const 2))))
            (if (i32.eq (local.get $kind) (i32.const 2)) (then ;; PCDATA
              (br_if $absent (i32.ge_u (local.get $number) (i32.load offset=28 (local.get $row))))
              (local.set $cell (i32.add (local.get $cell) (i32.const 44)))))
            (if (i32.eq (local.get $kind) (i32.const 3)) (then ;; FUNCDATA
              (br_if $absent (i32.ge_u (local.get $number) (i32.load8_u offset=43 (local.get $row))))
              (local.set $cell (i32.add
                (i32.add (local.get $cell) (i32.const 44))
                (i32.shl (i32.load offset=28 (local.get $row)) (i32.const 2))))))))

          (local.set $read (i32.const 0))
          (local.set $shift (i32.const 0))
          (loop $bytes
            (local.set $read (i32.or (local.get $read) (i32.shl
              (i32.and (local.tee $byte (i32.load8_u (local.get $at))) (i32.const 127)) (local.get $shift))))
            (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br_if $bytes (i32.ge_u (local.get $byte) (i32.const 128))))
          (if (local.get $read)
            (then
              (local.set $value (i32.load (i32.sub
                (i32.add (i32.const VALUES) (i32.shl (local.get $read) (i32.const 2))) (i32.const 4)))))
            (else
              (local.set $value (i32.load (local.get $new)))
              (local.set $new (i32.add (local.get $new) (i32.const 4)))))

          (if (local.get $kind)
            (then (i32.store (local.get $cell) (local.get $value)))
            (else ;; SIZE: the length of the row. Its entry in the table and the row itself begin with the function's number.
              (local.set $number (i32.add (local.get $index) (i32.const FIRST)))
              (i32.store (local.get $row) (local.get $number))
              (i32.store offset=4 (local.get $row) (local.get $offset))
              (i32.store (i32.add (i32.const TABLE) (local.get $offset)) (local.get $number))
              (local.set $offset (i32.add (local.get $offset) (local.get $value))))))
        (br_if $rows (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 1))) (i32.const COUNT))))
      (br_if $columns (i32.lt_u (local.get $at) (i32.const END))))
    (memory.fill (i32.const START) (i32.const 0) (i32.const USED))))
