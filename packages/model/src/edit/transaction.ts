/**
 * Several edits as one step of a history. The edits work on a separate document, which the history gets only if all of
 * them succeed, so an error leaves the history unchanged.
 */
import type { Catalogue } from '../catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import { applyCommand, type Made, type Refused } from './apply.ts'
import { applyAll, type BatchOptions, type BatchResult } from './batch.ts'
import type { Command, EditCommand } from './command.ts'
import { type EditProblem, Refusal, refusalOf } from './edit-problem.ts'
import { committed, type EditHistory, type StepOptions } from './history.ts'

type Verb = EditCommand['verb']
type Without<C, K extends string> = C extends unknown ? Omit<C, K> : never

/** The argument of an edit method: the command without its verb. */
type Given<V extends Verb> = Without<Extract<EditCommand, { verb: V }>, 'verb'>

/** One method for every verb that edits. A rejected edit throws, which ends the transaction. */
type EditMethods = { readonly [V in Exclude<Verb, 'clear' | 'restore'>]: (given: Given<V>) => Made }

export interface Transaction<G extends Graph> extends EditMethods {
  /** The document after the edits so far. */
  readonly current: G
  readonly clear: () => Made
  readonly run: (command: Command) => Made
  /** Applies a batch, such as a reply of the assistant. With `skipRefused` it fails only if every command is rejected. */
  readonly runAll: (commands: readonly Command[], options?: BatchOptions) => BatchResult<G>
}

export type Transacted<G extends Graph, Label, T> =
  | {
      readonly ok: true
      readonly history: EditHistory<G, Label>
      /** The return value of the function. */
      readonly value: T
      readonly made: Made
      readonly warnings: readonly EditProblem[]
    }
  | Refused

export interface TransactOptions<Label> extends StepOptions<Label> {
  readonly catalogue: Catalogue
}

/** The history after a transaction, or the reason why it was rejected. Rethrows any other error of `work`. */
export function transacted<G extends Graph, Label, T>(
  history: EditHistory<G, Label>,
  { catalogue, ...step }: TransactOptions<Label>,
  work: (tx: Transaction<G>) => T,
): Transacted<G, Label, T> {
  const running = begin(history.document, catalogue)
  const result = refusalOf(() => work(running.tx))
  running.end()
  if (!result.ok) return result
  if (isPromise(result.value)) throw new TypeError('A transaction must be synchronous')
  const { current } = running.tx
  return {
    ok: true,
    history: committed(history, current, step),
    value: result.value,
    made: remaining(running.made, current),
    warnings: running.warnings,
  }
}

function begin<G extends Graph>(start: G, catalogue: Catalogue) {
  let current = start
  let isOver = false
  const made = { nodes: new Set<string>(), edges: new Set<string>() }
  const warnings: EditProblem[] = []
  const note = (result: { readonly made: Made; readonly warnings: readonly EditProblem[] }) => {
    for (const id of result.made.nodes) made.nodes.add(id)
    for (const id of result.made.edges) made.edges.add(id)
    warnings.push(...result.warnings)
  }
  const check = () => {
    if (isOver) throw new TypeError('The transaction is over')
  }
  const run = (command: Command): Made => {
    check()
    const result = applyCommand(current, command, catalogue)
    if (!result.ok) throw new Refusal(result.problem)
    current = result.graph
    note(result)
    return result.made
  }
  const runAll = (commands: readonly Command[], options?: BatchOptions): BatchResult<G> => {
    check()
    const batch = applyAll(current, commands, catalogue, options)
    const refused = batch.results.find((one) => !one.ok)
    if (refused?.ok === false && batch.graph === current) throw new Refusal(refused.problem)
    current = batch.graph
    for (const one of batch.results) if (one.ok) note(one)
    return batch
  }
  const tx: Transaction<G> = {
    get current() {
      return current
    },
    run,
    runAll,
    ...editMethods(run),
  }
  const end = () => {
    isOver = true
  }
  return { tx, made, warnings, end }
}

function editMethods(run: (command: Command) => Made): EditMethods & Pick<Transaction<Graph>, 'clear'> {
  return {
    add: (given) => run({ verb: 'add', ...given }),
    delete: (given) => run({ verb: 'delete', ...given }),
    rename: (given) => run({ verb: 'rename', ...given }),
    swap: (given) => run({ verb: 'swap', ...given }),
    move: (given) => run({ verb: 'move', ...given }),
    set: (given) => run({ verb: 'set', ...given }),
    bind: (given) => run({ verb: 'bind', ...given }),
    unbind: (given) => run({ verb: 'unbind', ...given }),
    disable: (given) => run({ verb: 'disable', ...given }),
    enable: (given) => run({ verb: 'enable', ...given }),
    connect: (given) => run({ verb: 'connect', ...given }),
    disconnect: (given) => run({ verb: 'disconnect', ...given }),
    comment: (given) => run({ verb: 'comment', ...given }),
    resize: (given) => run({ verb: 'resize', ...given }),
    group: (given) => run({ verb: 'group', ...given }),
    ungroup: (given) => run({ verb: 'ungroup', ...given }),
    pin: (given) => run({ verb: 'pin', ...given }),
    unpin: (given) => run({ verb: 'unpin', ...given }),
    clear: () => run({ verb: 'clear' }),
    layout: (given) => run({ verb: 'layout', ...given }),
    place: (given) => run({ verb: 'place', ...given }),
    paste: (given) => run({ verb: 'paste', ...given }),
    remove: (given) => run({ verb: 'remove', ...given }),
    extract: (given) => run({ verb: 'extract', ...given }),
    configure: (given) => run({ verb: 'configure', ...given }),
    document: (given) => run({ verb: 'document', ...given }),
    import: (given) => run({ verb: 'import', ...given }),
  }
}

/** The ids that were created and not removed again. */
function remaining(made: { nodes: ReadonlySet<string>; edges: ReadonlySet<string> }, { nodes, edges }: Graph): Made {
  const left = (ids: ReadonlySet<string>, list: readonly { readonly id: string }[]) => {
    const there = new Set(list.map(({ id }) => id))
    return [...ids].filter((id) => there.has(id))
  }
  return { nodes: left(made.nodes, nodes), edges: left(made.edges, edges) }
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
