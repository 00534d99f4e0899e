/**
 * Bounds the work of a JSONata expression before it is evaluated: the number of evaluated parts, of values that are read
 * or created, and of characters. Only constructs whose work follows from the size of the input have a bound: paths by
 * name, filters, constructors, operators, conditions, variables of a block, and the functions of `function-costs.ts`.
 * Functions of users, patterns, wildcards, parents, sorting, joins and ranges have none.
 *
 * One part is looked at for all contexts together in which it is evaluated, so nested paths multiply.
 */
import { isObject } from '@millrace/model'
import type { Ast } from './expression-ast.ts'
import { type Extent, itemsOf, listsOf, scalars, sum, times } from './extent.ts'
import { FUNCTION_COSTS, printed } from './function-costs.ts'

/** Processing time in nanoseconds, rounded up. */
const EVALUATION_NS = 2_500
const VALUE_NS = 50
const CHARACTER_NS = 5
/** Copying an item while a list grows, or comparing a character in a search. */
const COPY_NS = 1

/** Thrown for an expression without a bound, and as soon as one exceeds its limit. */
export const UNBOUNDED = Symbol('unbounded')

type Variables = ReadonlyMap<string, Extent>

const NO_VARIABLES: Variables = new Map()

const COMPARISONS = new Set(['=', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or'])
const ARITHMETIC = new Set(['+', '-', '*', '/', '%'])

export class ExpressionCost {
  readonly #input: Extent
  readonly #maxNs: number
  evaluations = 0
  #ns = 0

  /** `maxNs`: the limit for the processing time. */
  constructor(input: Extent, maxNs: number) {
    this.#input = input
    this.#maxNs = maxNs
  }

  get ns(): number {
    return this.#ns
  }

  /** The bounds of the result. Throws `UNBOUNDED` if there are none, or if the expression may take longer. */
  ofResult(ast: Ast): Extent {
    // The input is printed and parsed for the evaluation, and so is its result.
    this.#add(4 * this.#input.characters * CHARACTER_NS)
    const result = this.#of(ast, this.#input, NO_VARIABLES)
    this.#add(4 * result.characters * CHARACTER_NS)
    return result
  }

  #add(ns: number): void {
    this.#ns += ns
    if (!(this.#ns <= this.#maxNs)) throw UNBOUNDED
  }

  /** The results of a part that is evaluated once for each of the contexts. */
  #of(ast: unknown, contexts: Extent, variables: Variables): Extent {
    if (!isObject(ast)) throw UNBOUNDED
    this.evaluations += contexts.count
    this.#add(contexts.count * EVALUATION_NS)
    let result = this.#plain(ast, contexts, variables)
    for (const filter of listOf(ast.predicate)) result = this.#filtered(filter, result, variables)
    for (const filter of listOf(ast.stages)) result = this.#filtered(filter, result, variables)
    if (ast.group !== undefined) result = this.#grouped(ast.group, result, variables)
    // With `[]`, a single value becomes a list.
    if (ast.keepArray === true || ast.keepSingletonArray === true) result = listsOf(itemsOf(result), result.count)
    this.#add(result.values * VALUE_NS + result.characters * CHARACTER_NS)
    return result
  }

  #plain(ast: Ast, contexts: Extent, variables: Variables): Extent {
    switch (ast.type) {
      case 'path':
        return this.#path(ast, contexts, variables)
      case 'name':
        this.#add(contexts.values * VALUE_NS)
        return { ...contexts, listed: contexts.items }
      case 'string':
      case 'number':
      case 'value':
        return scalars(contexts.count, JSON.stringify(ast.value)?.length)
      case 'variable':
        return this.#variable(ast, contexts, variables)
      case 'binary':
        return this.#binary(ast, contexts, variables)
      case 'unary':
        return this.#unary(ast, contexts, variables)
      case 'condition':
        return this.#condition(ast, contexts, variables)
      case 'block':
        return this.#block(ast, contexts, variables)
      case 'function':
        return this.#call(ast, contexts, variables)
      default:
        throw UNBOUNDED
    }
  }

  #path({ steps }: Ast, contexts: Extent, variables: Variables): Extent {
    let members = itemsOf(contexts)
    for (const step of listOf(steps)) members = itemsOf(this.#of(step, members, variables))
    // Without lists there is at most one value for each context.
    return members.count === contexts.count ? members : listsOf(members, contexts.count)
  }

  #variable({ value }: Ast, contexts: Extent, variables: Variables): Extent {
    if (value === '') return contexts
    const known = value === '$' ? this.#input : typeof value === 'string' ? variables.get(value) : undefined
    if (known === undefined) throw UNBOUNDED
    return contexts.count === 1 ? known : { ...times(known, contexts.count), count: contexts.count }
  }

  #binary({ value, lhs, rhs }: Ast, contexts: Extent, variables: Variables): Extent {
    const operands = sum([this.#of(lhs, contexts, variables), this.#of(rhs, contexts, variables)])
    if (value === '&') return printed(operands, contexts.count)
    if (typeof value !== 'string' || !(COMPARISONS.has(value) || ARITHMETIC.has(value))) throw UNBOUNDED
    // Lists and objects are compared member by member; the names of members are sorted.
    this.#add(operands.values * Math.log2(operands.values + 2) * VALUE_NS)
    return scalars(contexts.count)
  }

  #unary({ value, expression, expressions, lhs }: Ast, contexts: Extent, variables: Variables): Extent {
    if (value === '-') {
      this.#of(expression, contexts, variables)
      return scalars(contexts.count)
    }
    if (value === '{') return this.#grouped({ lhs }, contexts, variables)
    if (value !== '[') throw UNBOUNDED
    const parts = listOf(expressions)
    const members = sum(parts.map((part) => this.#of(part, contexts, variables)))
    // The list is copied for each of its parts.
    this.#add(parts.length * (members.count + members.listed) * COPY_NS)
    return listsOf({ ...members, count: members.count + members.listed }, contexts.count)
  }

  #condition({ condition, then, else: other }: Ast, contexts: Extent, variables: Variables): Extent {
    this.#of(condition, contexts, variables)
    const results = [then, other].filter((part) => part !== undefined)
    return { ...sum(results.map((part) => this.#of(part, contexts, variables))), count: contexts.count }
  }

  /** Only a statement of a block may set a variable: elsewhere one could grow with each item of a list. */
  #block({ expressions }: Ast, contexts: Extent, variables: Variables): Extent {
    const own = new Map(variables)
    let result = scalars(contexts.count)
    for (const part of listOf(expressions)) {
      if (!isObject(part) || part.type !== 'bind') result = this.#of(part, contexts, own)
      else {
        this.evaluations += contexts.count
        this.#add(contexts.count * EVALUATION_NS)
        result = this.#of(part.rhs, contexts, own)
        if (!isObject(part.lhs) || typeof part.lhs.value !== 'string') throw UNBOUNDED
        own.set(part.lhs.value, result)
      }
    }
    return result
  }

  #call({ procedure, arguments: given }: Ast, contexts: Extent, variables: Variables): Extent {
    const name = isObject(procedure) && procedure.type === 'variable' ? procedure.value : undefined
    // A variable of the same name would hide the function.
    const cost = typeof name === 'string' && !variables.has(name) ? FUNCTION_COSTS.get(name) : undefined
    const parts = listOf(given)
    if (cost === undefined || parts.length > cost.maxArguments) throw UNBOUNDED
    this.evaluations += contexts.count
    this.#add(contexts.count * EVALUATION_NS)
    const args = parts.map((part) => this.#of(part, contexts, variables))
    const all = sum(parts.length < cost.parameters ? [contexts, ...args] : args)
    this.#add(all.values * VALUE_NS + all.characters * CHARACTER_NS)
    if (cost.searches === true) this.#add(all.characters * charactersOf(parts.at(-1), args.at(-1)) * COPY_NS)
    return cost.result(all, args, contexts.count)
  }

  #filtered(filter: unknown, result: Extent, variables: Variables): Extent {
    if (!isObject(filter) || filter.type !== 'filter') throw UNBOUNDED
    const members = itemsOf(result)
    const verdicts = this.#of(filter.expr, members, variables)
    // A filter that returns a list of numbers may select an item once for each of them.
    return listsOf(times(members, Math.max(1, verdicts.listed)), result.count)
  }

  /** An object constructor. Items with the same key are collected, and the value is evaluated for them together. */
  #grouped(group: unknown, contexts: Extent, variables: Variables): Extent {
    const members = itemsOf(contexts)
    const parts: Extent[] = []
    for (const pair of listOf(isObject(group) ? group.lhs : undefined)) {
      const [key, value] = listOf(pair)
      const keys = this.#of(key, members, variables)
      // The list of collected items is copied for each item.
      this.#add(members.count * members.count * COPY_NS)
      const groups = isObject(key) && key.type === 'string' ? contexts.count : members.count
      const collected = contexts.listed === 0 ? contexts : listsOf(members, groups)
      parts.push(keys, this.#of(value, collected, variables))
    }
    const { items, values, characters } = sum(parts)
    const { count } = contexts
    return { count, listed: 0, items: items + count, values: values + count, characters: characters + 3 * count }
  }
}

/** The length of a text that is searched for: the same for every context if it is part of the expression. */
function charactersOf(part: unknown, extent: Extent | undefined): number {
  if (isObject(part) && part.type === 'string' && typeof part.value === 'string') return part.value.length + 1
  return extent?.characters ?? 0
}

const NONE: readonly unknown[] = []

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return NONE
  if (!Array.isArray(value)) throw UNBOUNDED
  return value
}
