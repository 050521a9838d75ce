;; The arithmetic of a transformer encoder, for kernel.ts: linear maps by weights of one byte each, activations, attention,
;; normalization. Numbers are 32-bit floats where nothing else is said, matrices lie row by row. Nothing is empty.
(module
  (memory (export "memory") 1)

  ;; LINEAR MAPS: columns are whole blocks of eight, rows of two, outputs of four.

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

  ;; ACTIVATIONS

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
      (br_if $each-four (i32.lt_u (local.get $x) (local.get $end)))))

  ;; ATTENTION, NORMALIZATION: columns are whole blocks of four.

  ;; Each row's mean of the values of all rows, by how well its query fits their keys, in each of $heads heads by itself.
  ;; Of $rows rows at $qkv each has $width queries, $width keys and $width values, and a head an equal part of each, whole
  ;; blocks of four. To $made[row * width + column]; $fits has room for $rows numbers and four more.
  (func (export "attend")
    (param $qkv i32) (param $rows i32) (param $width i32) (param $heads i32) (param $fits i32) (param $made i32)
    (local $width-bytes i32) (local $head-bytes i32) (local $row-bytes i32) (local $scale f32)
    (local $query i32) (local $key i32) (local $end i32) (local $last-head i32) (local $target i32)
    (local.set $width-bytes (i32.shl (local.get $width) (i32.const 2)))
    (local.set $head-bytes (i32.div_u (local.get $width-bytes) (local.get $heads)))
    (local.set $row-bytes (i32.mul (local.get $width-bytes) (i32.const 3)))
    ;; So that fits of long heads are no larger (Vaswani et al. 2017, section 3.2.1).
    (local.set $scale
      (f32.div
        (f32.const 1)
        (f32.sqrt (f32.convert_i32_u (i32.shr_u (local.get $head-bytes) (i32.const 2))))))
    (local.set $last-head (i32.add (local.get $qkv) (local.get $width-bytes)))
    (loop $each-head
      (local.set $query (local.get $qkv))
      (local.set $key (i32.add (local.get $qkv) (local.get $width-bytes)))
      (local.set $end (i32.add (local.get $qkv) (i32.mul (local.get $rows) (local.get $row-bytes))))
      (local.set $target (local.get $made))
      (loop $each-row
        (call $mean
          (local.get $fits)
          (call $softmax
            (local.get $fits) (local.get $rows) (local.get $scale)
            (call $fit
              (local.get $query) (local.get $key) (local.get $rows)
              (local.get $row-bytes) (local.get $head-bytes) (local.get $fits)))
          (i32.add (local.get $key) (local.get $width-bytes))
          (local.get $rows) (local.get $row-bytes) (local.get $head-bytes) (local.get $target))
        (local.set $target (i32.add (local.get $target) (local.get $width-bytes)))
        (local.set $query (i32.add (local.get $query) (local.get $row-bytes)))
        (br_if $each-row (i32.lt_u (local.get $query) (local.get $end))))
      (local.set $made (i32.add (local.get $made) (local.get $head-bytes)))
      (local.set $qkv (i32.add (local.get $qkv) (local.get $head-bytes)))
      (br_if $each-head (i32.lt_u (local.get $qkv) (local.get $last-head)))))

  ;; Writes the products of a query with each of $rows keys, $stride bytes apart, to $fits. Returns the largest.
  (func $fit
    (param $query i32) (param $key i32) (param $rows i32) (param $stride i32) (param $bytes i32) (param $fits i32)
    (result f32)
    (local $at i32) (local $sum v128) (local $fit f32) (local $most f32)
    (local.set $most (f32.const -inf))
    (loop $each-row
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $each-four
        (local.set $sum
          (f32x4.add
            (local.get $sum)
            (f32x4.mul
              (v128.load (i32.add (local.get $query) (local.get $at)))
              (v128.load (i32.add (local.get $key) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $each-four (i32.lt_u (local.get $at) (local.get $bytes))))
      (f32.store (local.get $fits) (local.tee $fit (call $total (local.get $sum))))
      (local.set $most (f32.max (local.get $most) (local.get $fit)))
      (local.set $fits (i32.add (local.get $fits) (i32.const 4)))
      (local.set $key (i32.add (local.get $key) (local.get $stride)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $each-row (local.get $rows)))
    (local.get $most))

  ;; Each of $rows numbers at $x, of which $most is the largest, becomes exp($scale (x − $most)), in place. Returns what their
  ;; sum goes into 1.
  (func $softmax (param $x i32) (param $rows i32) (param $scale f32) (param $most f32) (result f32)
    (local $end i32) (local $sum v128) (local $four v128)
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $rows) (i32.const 2))))
    ;; What fills up the last block adds nothing to the sum.
    (v128.store (local.get $end) (v128.const f32x4 -inf -inf -inf -inf))
    (loop $each-four
      (local.set $four
        (call $exp
          (f32x4.mul
            (f32x4.sub (v128.load (local.get $x)) (f32x4.splat (local.get $most)))
            (f32x4.splat (local.get $scale)))))
      (v128.store (local.get $x) (local.get $four))
      (local.set $sum (f32x4.add (local.get $sum) (local.get $four)))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (br_if $each-four (i32.lt_u (local.get $x) (local.get $end))))
    (f32.div (f32.const 1) (call $total (local.get $sum))))

  ;; Powers of e of what is 0 or less, to within a few units of the last place; of what is below −87, nearly 0. As 2ⁿ eʳ, where
  ;; n is whole and |r| ≤ log(2) / 2, and eʳ is a polynomial (coefficients: Moshier's Cephes, expf).
  (func $exp (param $x v128) (result v128)
    (local $n v128) (local $r v128)
    (local.set $x (f32x4.pmax (v128.const f32x4 -87 -87 -87 -87) (local.get $x)))
    (local.set $n
      (f32x4.nearest
        (f32x4.mul (local.get $x) (v128.const f32x4 1.44269504 1.44269504 1.44269504 1.44269504))))
    ;; In two parts, of which the first has few enough digits for the product to be exact.
    (local.set $r
      (f32x4.sub
        (f32x4.sub
          (local.get $x)
          (f32x4.mul (local.get $n) (v128.const f32x4 0.693359375 0.693359375 0.693359375 0.693359375)))
        (f32x4.mul (local.get $n) (v128.const f32x4 -2.12194440e-4 -2.12194440e-4 -2.12194440e-4 -2.12194440e-4))))
    (local.set $x (v128.const f32x4 1.9875691500e-4 1.9875691500e-4 1.9875691500e-4 1.9875691500e-4))
    (local.set $x
      (call $horner
        (local.get $x) (local.get $r)
        (v128.const f32x4 1.3981999507e-3 1.3981999507e-3 1.3981999507e-3 1.3981999507e-3)))
    (local.set $x
      (call $horner
        (local.get $x) (local.get $r)
        (v128.const f32x4 8.3334519073e-3 8.3334519073e-3 8.3334519073e-3 8.3334519073e-3)))
    (local.set $x
      (call $horner
        (local.get $x) (local.get $r)
        (v128.const f32x4 4.1665795894e-2 4.1665795894e-2 4.1665795894e-2 4.1665795894e-2)))
    (local.set $x
      (call $horner
        (local.get $x) (local.get $r)
        (v128.const f32x4 1.6666665459e-1 1.6666665459e-1 1.6666665459e-1 1.6666665459e-1)))
    (local.set $x
      (call $horner
        (local.get $x) (local.get $r)
        (v128.const f32x4 5.0000001201e-1 5.0000001201e-1 5.0000001201e-1 5.0000001201e-1)))
    (local.set $x
      (f32x4.add
        (f32x4.mul (local.get $x) (f32x4.mul (local.get $r) (local.get $r)))
        (f32x4.add (local.get $r) (v128.const f32x4 1 1 1 1))))
    ;; 2ⁿ by its exponent.
    (f32x4.mul
      (local.get $x)
      (i32x4.shl
        (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $n)) (v128.const i32x4 127 127 127 127))
        (i32.const 23))))

  (func $horner (param $sum v128) (param $x v128) (param $next v128) (result v128)
    (f32x4.add (f32x4.mul (local.get $sum) (local.get $x)) (local.get $next)))

  ;; The sum of $rows rows of $bytes bytes at $x, $stride bytes apart, each by its number at $shares and by $worth; to $made.
  (func $mean
    (param $shares i32) (param $worth f32)
    (param $x i32) (param $rows i32) (param $stride i32) (param $bytes i32) (param $made i32)
    (local $at i32) (local $target i32) (local $share v128)
    (memory.fill (local.get $made) (i32.const 0) (local.get $bytes))
    (loop $each-row
      (local.set $share (f32x4.splat (f32.mul (f32.load (local.get $shares)) (local.get $worth))))
      (local.set $at (i32.const 0))
      (loop $each-four
        (local.set $target (i32.add (local.get $made) (local.get $at)))
        (v128.store
          (local.get $target)
          (f32x4.add
            (v128.load (local.get $target))
            (f32x4.mul (v128.load (i32.add (local.get $x) (local.get $at))) (local.get $share))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $each-four (i32.lt_u (local.get $at) (local.get $bytes))))
      (local.set $shares (i32.add (local.get $shares) (i32.const 4)))
      (local.set $x (i32.add (local.get $x) (local.get $stride)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $each-row (local.get $rows))))

  ;; The sum of the lanes.
  (func $total (param $four v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $four)) (f32x4.extract_lane 1 (local.get $four)))
      (f32.add (f32x4.extract_lane 2 (local.get $four)) (f32x4.extract_lane 3 (local.get $four)))))

  ;; Each of $rows rows at $x, when $more has been added, to mean 0 and variance 1, then by $gains and $offsets (one a column),
  ;; in place. Variances are 0.00001 larger, as PyTorch has it, so that no row is divided by 0.
  (func (export "normalize")
    (param $x i32) (param $more i32) (param $rows i32) (param $columns i32) (param $gains i32) (param $offsets i32)
    (local $at i32) (local $bytes i32) (local $place i32) (local $sum v128) (local $squares v128) (local $four v128)
    (local.set $bytes (i32.shl (local.get $columns) (i32.const 2)))
    (loop $each-row
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $each-four
        (local.set $place (i32.add (local.get $x) (local.get $at)))
        (local.set $four
          (f32x4.add (v128.load (local.get $place)) (v128.load (i32.add (local.get $more) (local.get $at)))))
        (v128.store (local.get $place) (local.get $four))
        (local.set $sum (f32x4.add (local.get $sum) (local.get $four)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $each-four (i32.lt_u (local.get $at) (local.get $bytes))))
      ;; The mean,
      (local.set $sum
        (f32x4.splat (f32.div (call $total (local.get $sum)) (f32.convert_i32_u (local.get $columns)))))
      (local.set $squares (v128.const f32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $each-four
        (local.set $four
          (f32x4.sub (v128.load (i32.add (local.get $x) (local.get $at))) (local.get $sum)))
        (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $four) (local.get $four))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $each-four (i32.lt_u (local.get $at) (local.get $bytes))))
      ;; and one over the standard deviation.
      (local.set $squares
        (f32x4.splat
          (f32.div
            (f32.const 1)
            (f32.sqrt
              (f32.add
                (f32.div (call $total (local.get $squares)) (f32.convert_i32_u (local.get $columns)))
                (f32.const 1e-5))))))
      (local.set $at (i32.const 0))
      (loop $each-four
        (local.set $place (i32.add (local.get $x) (local.get $at)))
        (v128.store
          (local.get $place)
          (f32x4.add
            (f32x4.mul
              (f32x4.mul (f32x4.sub (v128.load (local.get $place)) (local.get $sum)) (local.get $squares))
              (v128.load (i32.add (local.get $gains) (local.get $at))))
            (v128.load (i32.add (local.get $offsets) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $each-four (i32.lt_u (local.get $at) (local.get $bytes))))
      (local.set $x (i32.add (local.get $x) (local.get $bytes)))
      (local.set $more (i32.add (local.get $more) (local.get $bytes)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $each-row (local.get $rows)))))
