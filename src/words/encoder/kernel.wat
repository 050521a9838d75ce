;; Linear maps of rows of numbers by weights of one byte each, for kernel.ts. Numbers are 32-bit floats where nothing else is
;; said; columns are whole blocks of eight, rows of two, outputs of four, and of each there is a block at least.
(module
  (memory (export "memory") 1)

  ;; Writes each of $rows rows at $x in steps of its own, from −8191 to 8191, as 16-bit numbers to $target, and what a step is
  ;; worth to $scales. NaN becomes 0; a row with an infinity has no numbers.
  (func (export "quantize")
    (param $x i32) (param $rows i32) (param $columns i32) (param $target i32) (param $scales i32)
    (local $at i32) (local $end i32) (local $most v128) (local $steps v128) (local $largest f32)
    (loop $each-row
      (local.set $end (i32.add (local.get $x) (i32.shl (local.get $columns) (i32.const 2))))
      (local.set $at (local.get $x))
      (local.set $most (v128.const f32x4 0 0 0 0))
      (loop $each-four
        (local.set $most (f32x4.pmax (local.get $most) (f32x4.abs (v128.load (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $each-four (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $largest
        (f32.max
          (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
          (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))
      (f32.store (local.get $scales) (f32.div (local.get $largest) (f32.const 8191)))
      ;; Of zeros, all of which are no number then.
      (local.set $steps (f32x4.splat (f32.div (f32.const 8191) (local.get $largest))))
      (loop $each-eight
        (v128.store
          (local.get $target)
          (i16x8.narrow_i32x4_s
            (call $in-steps (v128.load (local.get $x)) (local.get $steps))
            (call $in-steps (v128.load offset=16 (local.get $x)) (local.get $steps))))
        (local.set $target (i32.add (local.get $target) (i32.const 16)))
        (local.set $x (i32.add (local.get $x) (i32.const 32)))
        (br_if $each-eight (i32.lt_u (local.get $x) (local.get $end))))
      (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $each-row (local.get $rows))))

  (func $in-steps (param $four v128) (param $steps v128) (result v128)
    (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (local.get $four) (local.get $steps)))))

  ;; For each of $rows rows of 16-bit numbers at $x, two at a time, and each of $outputs rows of weights, four at a time: the
  ;; sum of their $columns products, by what a step is worth in the one and in the other, and a bias; to
  ;; $made[row * outputs + output].
  (func (export "map")
    (param $x i32) (param $x-scales i32) (param $rows i32) (param $columns i32)
    (param $weights i32) (param $weight-scales i32) (param $biases i32) (param $outputs i32) (param $made i32)
    (local $four i32)
    (local $row i32) (local $output i32) (local $row-bytes i32) (local $end i32)
    (local $x0 i32) (local $x1 i32) (local $w0 i32) (local $w1 i32) (local $w2 i32) (local $w3 i32)
    (local $a v128) (local $b v128) (local $w v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $row-bytes (i32.shl (local.get $columns) (i32.const 1)))
    (loop $each-four
      (local.set $row (i32.const 0))
      (loop $each-two
        (local.set $x0 (i32.add (local.get $x) (i32.mul (local.get $row) (local.get $row-bytes))))
        (local.set $x1 (i32.add (local.get $x0) (local.get $row-bytes)))
        (local.set $end (local.get $x1))
        (local.set $w0 (i32.add (local.get $weights) (i32.mul (local.get $output) (local.get $columns))))
        (local.set $w1 (i32.add (local.get $w0) (local.get $columns)))
        (local.set $w2 (i32.add (local.get $w1) (local.get $columns)))
        (local.set $w3 (i32.add (local.get $w2) (local.get $columns)))
        (local.set $a0 (v128.const i32x4 0 0 0 0))
        (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0))
        (local.set $a3 (v128.const i32x4 0 0 0 0))
        (local.set $b0 (v128.const i32x4 0 0 0 0))
        (local.set $b1 (v128.const i32x4 0 0 0 0))
        (local.set $b2 (v128.const i32x4 0 0 0 0))
        (local.set $b3 (v128.const i32x4 0 0 0 0))
        (loop $each-eight
          (local.set $a (v128.load (local.get $x0)))
          (local.set $b (v128.load (local.get $x1)))
          (local.set $w (v128.load8x8_s (local.get $w0)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $a) (local.get $w))))
          (local.set $b0 (i32x4.add (local.get $b0) (i32x4.dot_i16x8_s (local.get $b) (local.get $w))))
          (local.set $w (v128.load8x8_s (local.get $w1)))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $a) (local.get $w))))
          (local.set $b1 (i32x4.add (local.get $b1) (i32x4.dot_i16x8_s (local.get $b) (local.get $w))))
          (local.set $w (v128.load8x8_s (local.get $w2)))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $a) (local.get $w))))
          (local.set $b2 (i32x4.add (local.get $b2) (i32x4.dot_i16x8_s (local.get $b) (local.get $w))))
          (local.set $w (v128.load8x8_s (local.get $w3)))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $a) (local.get $w))))
          (local.set $b3 (i32x4.add (local.get $b3) (i32x4.dot_i16x8_s (local.get $b) (local.get $w))))
          (local.set $w0 (i32.add (local.get $w0) (i32.const 8)))
          (local.set $w1 (i32.add (local.get $w1) (i32.const 8)))
          (local.set $w2 (i32.add (local.get $w2) (i32.const 8)))
          (local.set $w3 (i32.add (local.get $w3) (i32.const 8)))
          (local.set $x0 (i32.add (local.get $x0) (i32.const 16)))
          (local.set $x1 (i32.add (local.get $x1) (i32.const 16)))
          (br_if $each-eight (i32.lt_u (local.get $x0) (local.get $end))))
        (local.set $four (i32.shl (local.get $output) (i32.const 2)))
        (local.set $w0 (i32.add (local.get $weight-scales) (local.get $four)))
        (local.set $w1 (i32.add (local.get $biases) (local.get $four)))
        (local.set $x0 (i32.add (local.get $x-scales) (i32.shl (local.get $row) (i32.const 2))))
        (local.set $w2
          (i32.add
            (local.get $made)
            (i32.shl
              (i32.add (i32.mul (local.get $row) (local.get $outputs)) (local.get $output))
              (i32.const 2))))
        (v128.store
          (local.get $w2)
          (call $worth
            (call $sums (local.get $a0) (local.get $a1) (local.get $a2) (local.get $a3))
            (v128.load32_splat (local.get $x0)) (v128.load (local.get $w0)) (v128.load (local.get $w1))))
        (v128.store
          (i32.add (local.get $w2) (i32.shl (local.get $outputs) (i32.const 2)))
          (call $worth
            (call $sums (local.get $b0) (local.get $b1) (local.get $b2) (local.get $b3))
            (v128.load32_splat offset=4 (local.get $x0)) (v128.load (local.get $w0)) (v128.load (local.get $w1))))
        (local.set $row (i32.add (local.get $row) (i32.const 2)))
        (br_if $each-two (i32.lt_u (local.get $row) (local.get $rows))))
      (local.set $output (i32.add (local.get $output) (i32.const 4)))
      (br_if $each-four (i32.lt_u (local.get $output) (local.get $outputs)))))

  (func $worth (param $sums v128) (param $scale v128) (param $scales v128) (param $biases v128) (result v128)
    (f32x4.add
      (f32x4.mul (f32x4.mul (f32x4.convert_i32x4_s (local.get $sums)) (local.get $scale)) (local.get $scales))
      (local.get $biases)))

  ;; The sums of the lanes of four.
  (func $sums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
    (local.set $ab
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $a) (local.get $b))
        (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $c) (local.get $d))
        (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd))))

  ;; Each of $count numbers at $x, a multiple of four, times min(1, max(0, 0.5 + 0.29 x)), in place.
  (func (export "ramp") (param $x i32) (param $count i32)
    (local $end i32) (local $four v128)
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $count) (i32.const 2))))
    (loop $each-four
      (local.set $four (v128.load (local.get $x)))
      (v128.store
        (local.get $x)
        (f32x4.mul
          (local.get $four)
          (f32x4.pmin
            (v128.const f32x4 1 1 1 1)
            (f32x4.pmax
              (v128.const f32x4 0 0 0 0)
              (f32x4.add
                (v128.const f32x4 0.5 0.5 0.5 0.5)
                (f32x4.mul (v128.const f32x4 0.29 0.29 0.29 0.29) (local.get $four)))))))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (br_if $each-four (i32.lt_u (local.get $x) (local.get $end)))))

  ;; Each of $count numbers at $x, a multiple of four, by GELU, in place: x (1 + erf(x / √2)) / 2, where erf is a parabola on
  ;; each side (Kim et al. 2021, equation 8), which is off by 0.018 at most.
  (func (export "gelu") (param $x i32) (param $count i32)
    (local $end i32) (local $four v128) (local $rest v128)
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $count) (i32.const 2))))
    (loop $each-four
      (local.set $four (v128.load (local.get $x)))
      ;; How far |x| / √2 is from where the parabola ends.
      (local.set $rest
        (f32x4.sub
          (f32x4.pmin
            (v128.const f32x4 1.769 1.769 1.769 1.769)
            (f32x4.mul
              (v128.const f32x4 0.70710678 0.70710678 0.70710678 0.70710678)
              (f32x4.abs (local.get $four))))
          (v128.const f32x4 1.769 1.769 1.769 1.769)))
      ;; (x + |x| erf(|x| / √2)) / 2, as erf is odd.
      (v128.store
        (local.get $x)
        (f32x4.mul
          (v128.const f32x4 0.5 0.5 0.5 0.5)
          (f32x4.add
            (local.get $four)
            (f32x4.mul
              (f32x4.abs (local.get $four))
              (f32x4.sub
                (v128.const f32x4 1 1 1 1)
                (f32x4.mul
                  (v128.const f32x4 0.2888 0.2888 0.2888 0.2888)
                  (f32x4.mul (local.get $rest) (local.get $rest))))))))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (br_if $each-four (i32.lt_u (local.get $x) (local.get $end))))))
