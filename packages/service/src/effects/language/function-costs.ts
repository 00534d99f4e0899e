/**
 * The functions of JSONata whose work and result are bounded by the size of their arguments. Missing are those that call
 * other functions, match patterns, sort, read the clock, or return a result whose size depends on a number.
 */
import { type Extent, listsOf, scalars } from './extent.ts'

interface FunctionCost {
  /** With fewer arguments it reads the context too. */
  readonly parameters: number
  /** With more arguments its result may be larger. */
  readonly maxArguments: number
  /** The bounds of the results of `count` calls. `all` are the arguments and what is read of the context. */
  readonly result: (all: Extent, args: readonly Extent[], count: number) => Extent
  /** It searches one argument for another, which may compare every character of one with every one of the other. */
  readonly searches?: true
}

const scalar: FunctionCost['result'] = (_all, _args, count) => scalars(count)
/** A change of case may triple a character, and so does printing a half of a surrogate pair. */
const text: FunctionCost['result'] = ({ characters }, _args, count) => texts(count, 3 * characters)
/** Lists or objects of the values in the arguments. */
const combined: FunctionCost['result'] = (all, _args, count) => listsOf({ ...all, count: all.items }, count)

function texts(count: number, characters: number): Extent {
  return { count, listed: 0, items: count, values: count, characters: characters + 3 * count }
}

/** The text of any value: quotes and backslashes are escaped once more. */
export function printed({ characters }: Extent, count: number): Extent {
  return texts(count, 2 * characters)
}

const of = (parameters: number, result: FunctionCost['result'], maxArguments = parameters): FunctionCost => ({
  parameters,
  maxArguments,
  result,
})

export const FUNCTION_COSTS: ReadonlyMap<string, FunctionCost> = new Map([
  ...['sum', 'count', 'max', 'min', 'average', 'number', 'abs', 'floor', 'ceil', 'sqrt'].map(
    (name) => [name, of(1, scalar)] as const,
  ),
  ...['length', 'boolean', 'not', 'exists', 'type'].map((name) => [name, of(1, scalar)] as const),
  ['round', of(1, scalar, 2)],
  ['power', of(2, scalar)],
  ...['uppercase', 'lowercase', 'trim'].map((name) => [name, of(1, text)] as const),
  ['substring', of(2, text, 3)],
  ['contains', { ...of(2, scalar), searches: true }],
  ['substringBefore', { ...of(2, text), searches: true }],
  ['substringAfter', { ...of(2, text), searches: true }],
  ['split', { ...of(2, pieces), searches: true }],
  ['string', of(1, (all, _args, count) => printed(all, count))],
  ['join', of(1, joined, 2)],
  ...['merge', 'reverse'].map((name) => [name, of(1, combined)] as const),
  ...['append', 'lookup'].map((name) => [name, of(2, combined)] as const),
  ['keys', of(1, (all, _args, count) => listsOf({ ...all, count: all.values, items: all.values }, count))],
])

/** A text may be split at every character; half a surrogate pair has six characters as JSON, with quotes eight. */
function pieces({ characters }: Extent, _args: readonly Extent[], count: number): Extent {
  return listsOf(scalars(characters, 8), count)
}

/** The second argument is repeated between the items of the first. */
function joined(all: Extent, [list, separator]: readonly Extent[], count: number): Extent {
  const repeated = separator === undefined || list === undefined ? 0 : separator.characters * list.items
  return texts(count, all.characters + repeated)
}
