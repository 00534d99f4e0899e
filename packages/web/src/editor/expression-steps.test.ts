import { editHistory, transacted } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { stepsToUndo, textStep } from './expression-steps.ts'

const place = { node: 'loud', setting: 'prefix' }
const catalogue = { types: new Map(), categories: [] }
const start = editHistory({
  nodes: [{ id: 'loud', type: 'text_formatter', position: { x: 0, y: 0 }, data: { label: 'loud', config: {} } }],
  edges: [],
})

/** The history after the expression got each of the texts, as separate steps. The first step turns it on. */
function typed(...texts: readonly string[]) {
  return texts.reduce((history, text, at) => {
    const options = { label: 'bind', catalogue, atMs: at * 60_000, ...(at > 0 && { coalesce: textStep(place) }) }
    const result = transacted(history, options, (tx) => void tx.bind({ ...place, text }))
    if (!result.ok) throw new Error(result.problem.message)
    return result.history
  }, start)
}

describe('one undo of an expression whose text editor has nothing to undo', () => {
  test.each([
    ['the step that turned it on', ['{{  }}'], 1],
    ['with text that was typed and undone, also these steps', ['{{  }}', '{{ a }}', '{{  }}'], 3],
    ['the last change of a text from before the editor was opened', ['{{  }}', '{{ a }}', '{{ ab }}'], 1],
  ])('takes %s', (_, texts, steps) => {
    expect(stepsToUndo(typed(...texts), place)).toBe(steps)
  })
})
