/** Hostile values, and mutations of valid ones. All from fast-check, so that they shrink and replay. */
import fc from 'fast-check'

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202egnp.exe',
  '\ufeff',
  '\u2028',
  'e\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  '𝒳'.repeat(101),
  'x'.repeat(50),
  'x'.repeat(51),
  'x'.repeat(100),
  'x'.repeat(101),
  'x'.repeat(200),
  'x'.repeat(201),
  'x'.repeat(1001),
  '<script>alert(1)</script>',
  "'; DROP TABLE workflows; --",
  '" OR ""="',
  'name_key : "a" NEAR',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '..',
  '%2e%2e%2f',
  '{{ "a" | nothing }}',
  '{% include "x" %}',
  '#{7*7}',
  '$$.**[',
  '((((((((',
  'a-output-b-input-c',
  '__secret__:',
  '__secret__:****',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'NaN',
  'true',
  '0x10',
  '1e3',
  '-0',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
]

/** Texts at the edges: empty, long, odd Unicode, and what other languages would act on. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
      .map((units) => String.fromCharCode(...units)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('x', 'é', '𝒳', '/', '%'), fc.integer({ min: 1, max: 5000 }))
      .map(([unit, times]) => unit.repeat(times)),
  },
)

const ODD_NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.5,
  101,
  1001,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
]

export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...ODD_NUMBERS),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'toJSON',
  'then',
  'length',
  '',
  'a/b~c',
  '\0',
  'id',
  'name',
  'nodes',
  'edges',
  'data',
  'config',
  'metadata',
  'type',
  'tags',
  'revision',
  'branches',
  'dynamicInputs',
  'dynamicOutputs',
  'instanceTitle',
]

export const hostileKey: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_KEYS) },
  { weight: 1, arbitrary: hostileText },
)

/** Any JSON value, mostly small, of the kinds that code forgets. */
export const hostileValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, [], {}),
    hostileText,
    hostileNumber,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(hostileKey, tie('value')), { maxLength: 3 }).map(objectOf),
    fc.integer({ min: 55, max: 75 }).map((depth) => nested(depth)),
  ),
})).value

/** An object with exactly these keys as its own, `__proto__` included, as JSON.parse would make it. */
export function objectOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return object
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** One way to spoil a value: where (a number that picks a place) and how. */
interface Spoiling {
  readonly place: number
  readonly how: 'replace' | 'remove' | 'add' | 'wrap' | 'double'
  readonly key: string
  readonly value: unknown
}

export const spoilings: fc.Arbitrary<readonly Spoiling[]> = fc.array(
  fc.record({
    place: fc.nat(),
    how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'wrap', 'double'),
    key: hostileKey,
    value: hostileValue,
  }) as fc.Arbitrary<Spoiling>,
  { minLength: 1, maxLength: 3 },
)

/** The value with every spoiling done to it; the original is left alone. */
export function spoiled(value: unknown, list: readonly Spoiling[]): unknown {
  return list.reduce((before, one) => spoiledOnce(before, one), value)
}

const MAX_PLACES = 400

function spoiledOnce(value: unknown, spoiling: Spoiling): unknown {
  const places = placesIn(value)
  const path = places[spoiling.place % places.length] ?? []
  return changedAt(value, path, spoiling)
}

type Path = readonly (string | number)[]

function placesIn(root: unknown): Path[] {
  const places: Path[] = [[]]
  for (let at = 0; at < places.length && places.length < MAX_PLACES; at++) {
    const path = places[at] ?? []
    const inside = path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], root)
    if (typeof inside === 'object' && inside !== null) {
      const keys = Array.isArray(inside) ? [...inside.keys()] : Object.keys(inside)
      for (const key of keys) places.push([...path, key])
    }
  }
  return places
}

function changedAt(value: unknown, path: Path, spoiling: Spoiling): unknown {
  const [key, ...rest] = path
  if (key === undefined) return spoiledHere(value, spoiling)
  if (Array.isArray(value)) {
    const at = Number(key)
    const items = rest.length === 0 && spoiling.how === 'remove' ? [] : [changedAt(value[at], rest, spoiling)]
    return [...value.slice(0, at), ...items, ...value.slice(at + 1)]
  }
  const entries = Object.entries(value as object)
  const left = rest.length === 0 && spoiling.how === 'remove' ? entries.filter(([name]) => name !== key) : entries
  return objectOf(left.map(([name, inner]) => [name, name === key ? changedAt(inner, rest, spoiling) : inner]))
}

function spoiledHere(value: unknown, { how, key, value: extra }: Spoiling): unknown {
  switch (how) {
    case 'wrap':
      return [value]
    case 'add':
      if (Array.isArray(value)) return [...value, extra]
      return typeof value === 'object' && value !== null ? objectOf([...Object.entries(value), [key, extra]]) : extra
    case 'double':
      return Array.isArray(value) ? [...value, ...value] : value
    default:
      return extra
  }
}
