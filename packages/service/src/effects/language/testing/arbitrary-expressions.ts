/** Random JSONata expressions of the constructs whose work is bounded, and random data for them. */
import fc from 'fast-check'

const NAMES = ['a', 'b', 'c', 'list', 'toString', 'length', 'sequence', 'then']
const name = fc.constantFrom(...NAMES)

const leaf = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 2.5, 1e21, 1e-7, '', 'a', 'ß"\\', '0', '12', '😀'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.integer({ min: -3, max: 3 }),
)

export const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('data'), { maxLength: 5 }),
    fc.dictionary(name, tie('data'), { maxKeys: 4 }),
    fc.array(fc.dictionary(name, leaf, { maxKeys: 3 }), { maxLength: 5 }),
  ),
}))

const literal = fc.oneof(
  fc.constantFrom('true', 'false', 'null', '""', '"a"', '"ß"', '0', '1', '-1', '2.5', '3', '1e3'),
  fc.string({ maxLength: 4 }).map((text) => JSON.stringify(text)),
)
const variable = fc.constantFrom('$', '$$', '$', '$x')

const ONE = [
  'sum',
  'count',
  'max',
  'min',
  'average',
  'number',
  'abs',
  'floor',
  'ceil',
  'sqrt',
  'length',
  'boolean',
  'not',
]
const MORE = ['exists', 'type', 'uppercase', 'lowercase', 'trim', 'string', 'merge', 'reverse', 'keys', 'join', 'round']
const TWO = ['power', 'substring', 'contains', 'substringBefore', 'substringAfter', 'split', 'join', 'append', 'lookup']

export const { expression } = fc.letrec<Record<'expression' | 'step' | 'part', string>>((tie) => {
  const part = tie('part')
  const call = (names: readonly string[], count: number) =>
    fc
      .tuple(fc.constantFrom(...names), fc.array(part, { minLength: Math.max(0, count - 1), maxLength: count }))
      .map(([called, args]) => `$${called}(${args.join(', ')})`)
  const object = fc
    .array(
      fc.tuple(
        fc.oneof(
          name.map((key) => JSON.stringify(key)),
          part,
        ),
        part,
      ),
      { maxLength: 3 },
    )
    .map((pairs) => `{${pairs.map((pair) => pair.join(': ')).join(', ')}}`)
  const list = fc.array(part, { maxLength: 3 }).map((members) => `[${members.join(', ')}]`)
  const block = fc.tuple(part, part).map(([value, result]) => `($x := ${value}; ${result})`)
  const operator = fc.constantFrom(
    '+',
    '-',
    '*',
    '/',
    '%',
    '&',
    '=',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    ' in ',
    ' and ',
    ' or ',
  )
  return {
    step: fc.oneof(
      { depthSize: 'small' },
      { weight: 6, arbitrary: name },
      { weight: 2, arbitrary: fc.tuple(name, part).map(([step, filter]) => `${step}[${filter}]`) },
      { weight: 1, arbitrary: name.map((step) => `${step}[]`) },
      object,
      list,
      block,
      part.map((inner) => `(${inner})`),
      call([...ONE, ...MORE], 1),
    ),
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      literal,
      variable,
      name,
      fc.array(tie('step'), { minLength: 1, maxLength: 4 }).map((steps) => steps.join('.')),
      fc.tuple(variable, tie('step')).map((steps) => steps.join('.')),
      fc.tuple(part, operator, part).map(([left, by, right]) => `(${left})${by}(${right})`),
      fc.tuple(part, part, part).map(([test, then, other]) => `((${test}) ? ${then} : ${other})`),
      fc.tuple(part, fc.constantFrom('?:', '??'), part).map(([left, by, right]) => `((${left}) ${by} (${right}))`),
      part.map((value) => `-(${value})`),
      fc.tuple(part, part).map(([value, filter]) => `(${value})[${filter}]`),
      fc.tuple(part, object).map(([value, group]) => `(${value})${group}`),
      call(ONE, 1),
      call(MORE, 1),
      call(TWO, 2),
      object,
      list,
      block,
    ),
    expression: part.map((inner) => `($x := list; ${inner})`),
  }
})
