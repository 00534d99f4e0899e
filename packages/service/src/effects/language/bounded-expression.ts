/**
 * Evaluates JSONata expressions here, with the library, if their work is bounded and small for the given input (see
 * `expression-cost.ts`). They get a copy of the input and return JSON text, exactly as in the sandbox. If one fails, the
 * sandbox evaluates it again and reports the error.
 */
import { createRequire } from 'node:module'
import { jsonSize, nextTurn } from '@millrace/model'
import { REALM_LIMITS } from '../sandbox/calls.ts'
import { jsonResult } from '../sandbox/json-result.ts'
import { expressionRunner } from '../sandbox/process/in-realm.ts'
import { type Ast, plainAst } from './expression-ast.ts'
import { ExpressionCost, UNBOUNDED } from './expression-cost.ts'
import { extentOf } from './extent.ts'
import { NOT_SIMPLE } from './simple-expression.ts'

/** Resolves with the value, or with NOT_SIMPLE if it has to be evaluated in the sandbox. */
export type BoundedExpression = (input: unknown) => Promise<unknown>

/** Longer expressions are left to the sandbox: parsing them takes too long. */
const MAX_SOURCE = 2_000
const MAX_INPUT_CHARACTERS = 16_384
const MAX_INPUT_VALUES = 1_000
/** The estimated processing time of one evaluation, and of those in one turn of the event loop. */
const MAX_NS = 3_000_000
const MAX_TURN_NS = 8_000_000
/** Names that have a meaning inside the library or in JavaScript. */
const RESERVED = /__proto__|constructor|prototype|_jsonata_|tupleStream|outerWrapper/

const require = createRequire(import.meta.url)

/** Parses an expression; undefined if its work has no bound. */
export function boundedExpression(source: string): BoundedExpression | undefined {
  if (source.length > MAX_SOURCE || RESERVED.test(source)) return undefined
  const jsonata = require('jsonata') as typeof import('jsonata')
  const ast = astOf(source, jsonata)
  if (ast === undefined || costOf(ast, null, 'null') === undefined) return undefined
  // Without functions of users and references to built-in ones, no value is a function.
  const run = expressionRunner(jsonata, REALM_LIMITS, false)
  return async (input) => {
    if (jsonSize(input, MAX_INPUT_CHARACTERS) > MAX_INPUT_CHARACTERS) return NOT_SIMPLE
    const text = JSON.stringify(input) ?? 'null'
    const ns = costOf(ast, input, text)
    if (ns === undefined) return NOT_SIMPLE
    if (usedNs + ns > MAX_TURN_NS) await laterTurn(ns)
    spend(ns)
    const answer = await run(source, text)
    return answer.startsWith('R') ? jsonResult(answer.slice(1)) : NOT_SIMPLE
  }
}

/** Undefined if it has parts without a bound, or if the text is not valid: the sandbox reports why. */
function astOf(source: string, jsonata: typeof import('jsonata')): Ast | undefined {
  try {
    return plainAst(jsonata(source).ast())
  } catch {
    return undefined
  }
}

/** The estimated time in nanoseconds; undefined if it is too long or has no bound. */
function costOf(ast: Ast, input: unknown, text: string): number | undefined {
  if (text.length > MAX_INPUT_CHARACTERS || RESERVED.test(text)) return undefined
  const extent = extentOf(input, text.length, MAX_INPUT_VALUES)
  if (extent === undefined) return undefined
  const cost = new ExpressionCost(extent, MAX_NS)
  try {
    cost.ofResult(ast)
    return cost.ns
  } catch (error) {
    if (error === UNBOUNDED) return undefined
    throw error
  }
}

/** The time of the evaluations in the current turn of the event loop. */
let usedNs = 0

function spend(ns: number): void {
  if (usedNs === 0) {
    void nextTurn().then(() => {
      usedNs = 0
    })
  }
  usedNs += ns
}

/** Waits for a turn with enough time: the promises of thousands of evaluations would all settle in one. */
async function laterTurn(ns: number): Promise<void> {
  while (usedNs + ns > MAX_TURN_NS) await nextTurn()
}
