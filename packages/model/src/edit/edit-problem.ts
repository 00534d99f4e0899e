/** Problems of a command. Inside this folder they are thrown; every entry point catches them and returns the problem. */

/** The codes of the public editor, so that its reports and ours are the same. */
export const EDIT_CODES = {
  PARSE_ERROR: 'The line has a known verb, but not the form that the verb takes; or the text is too long.',
  UNKNOWN_COMMAND: 'The line starts with a word that is not a verb.',
  NODE_NOT_FOUND: 'No node has this id, or several end in it.',
  NODE_TYPE_NOT_FOUND: 'The catalogue has no such node type, or several end in it.',
  PORT_NOT_FOUND: 'The node has no such port.',
  EDGE_NOT_FOUND: 'There is no such connection.',
  INVALID_CONNECTION: 'The two ports may not be connected.',
  CYCLE_DETECTED: 'The connection would close a cycle that does not go through a `loop_back` input.',
  CONFIG_KEY_NOT_FOUND: 'The type has no such setting. A warning for `set`: the value is stored all the same.',
  CONFIG_VALIDATION_ERROR: 'The value does not fit its setting. A warning for `set`: the value is stored all the same.',
  CANNOT_EXTRACT: 'The selection cannot become a sub-workflow.',
  UNDO_UNAVAILABLE: 'There is nothing to undo, or the workflow was changed elsewhere since.',
  REDO_UNAVAILABLE: 'There is nothing to redo.',
  EMPTY_QUERY: 'A search without words.',
  NO_WORKFLOW: 'No workflow is open.',
} as const

export type EditCode = keyof typeof EDIT_CODES

/** Why a command was rejected, or a warning about one that was accepted. */
export interface EditProblem {
  readonly code: EditCode
  readonly message: string
  /** The closest valid spelling. */
  readonly nearest?: string
}

const MAX_MESSAGE = 500

export function editProblem(code: EditCode, message: string, nearest?: string): EditProblem {
  const said = nearest === undefined ? message : `${message}; did you mean "${nearest}"?`
  const text = said.length > MAX_MESSAGE ? `${said.slice(0, MAX_MESSAGE - 1)}…` : said
  return nearest === undefined ? { code, message: text } : { code, message: text, nearest }
}

/** Carries a problem to the entry point. Never leaves this folder. */
export class Refusal extends Error {
  readonly problem: EditProblem

  constructor(problem: EditProblem) {
    super(problem.message)
    this.name = 'Refusal'
    this.problem = problem
  }
}

export function refuse(code: EditCode, message: string, nearest?: string): never {
  throw new Refusal(editProblem(code, message, nearest))
}

/** The result of `work`, or the problem it was rejected with. Any other error is a bug and is rethrown. */
export function refusalOf<T>(work: () => T): { ok: true; value: T } | { ok: false; problem: EditProblem } {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem }
    throw error
  }
}
