/** Requests about the whole: layout, undo, clear; and those that no command can do. */
import { numberOf } from '../language/words.ts'
import { cannot, did, type Intent } from '../outcome.ts'

export const layOut: Intent = (request, draft) => {
  const isAsked =
    /\b(?:lay ?out|lay (?:it|them|this|that|everything|all|the (?:nodes|workflow|graph|canvas)) out|tidy|arrange|re-?arrange|align|beautify|clean(?: it| everything| this)? up|straighten|organi[sz]e|line (?:everything|it|them|all|the nodes) up|line up|neaten|untangle|nodes (?:all )?in an? (?:row|line|column)|(?:nice|neat|better|clean|good|tidy)(?:er)? (?:order|shape|rows?|lines?))\b/i.test(
      request,
    ) && !/\b(?:add|insert|explain|what|white ?spaces?|blanks|spaces|text|data|answer)\b/i.test(request)
  if (!isAsked) return false
  if (/\b(?:align|straighten|beautify|neat)/i.test(request) && !/\b(?:top|vertical|horizontal|left)/i.test(request)) {
    draft.try({ verb: 'layout', how: 'beautify' })
    return did(draft, 'I straighten rows and columns.')
  }
  const isVertical = /\bvertical|top.{0,4}(?:to|-).{0,4}(?:bottom|down)|downwards?|from the top/i.test(request)
  const direction = isVertical ? 'vertical' : 'horizontal'
  draft.try({ verb: 'layout', how: 'auto', direction })
  return did(draft, `I lay everything out anew${isVertical ? ', from top to bottom' : ''}.`)
}

/** A copy has no past: these two are for the client's history, which knows what to take back. */
export const history: Intent = (request, draft) => {
  if (/^(?:undo|revert|take (?:it|that) back|go back|never ?mind)\b/i.test(request)) {
    const times = Math.min(numberOf(/\b(\w+)\s+(?:changes?|steps?|times|edits?)\b/i.exec(request)?.[1] ?? '') ?? 1, 20)
    for (let number = 0; number < times; number++) draft.commands.push({ verb: 'undo' })
    return did(draft, times === 1 ? 'That takes the last change back.' : `That takes the last ${times} changes back.`)
  }
  if (!/^redo\b/i.test(request)) return false
  draft.commands.push({ verb: 'redo' })
  return did(draft, 'That makes the change again.')
}

export const clear: Intent = (request, draft) => {
  const isAll =
    /^(?:clear|empty|reset|wipe|erase|delete|remove|kill|nuke|trash|throw away|get rid of|start (?:over|again|from scratch))\b/i.test(
      request,
    ) &&
    (/\b(?:everything|all(?: nodes)?|the (?:whole )?(?:canvas|workflow|graph|board)|all of (?:it|them))$/i.test(
      request,
    ) ||
      /^(?:clear|start (?:over|again|from scratch)|clear it)$/i.test(request))
  if (!isAll) return false
  if (draft.graph.nodes.length === 0) return cannot(draft, 'The workflow is empty already.')
  const count = draft.graph.nodes.length
  draft.try({ verb: 'clear' })
  return did(draft, `That removes all ${count} nodes. Look twice before you apply it; "undo" brings them back.`)
}

export const outOfReach: Intent = (request, draft) => {
  if (/^(?:run|execute|start|launch|test|try)(?: it| this| the workflow| now)?$/i.test(request)) {
    return cannot(
      draft,
      'I only edit the workflow; I cannot run it from here. Use the run button, or `POST /workflows/{id}/execute`.',
    )
  }
  if (
    /^(?:publish|deploy|share|release|ship|host|upload)\b.*\b(?:web ?site|site|web|store|kubernetes|docker|cloud|production|prod|server|github|internet)\b/i.test(
      request,
    )
  ) {
    return cannot(draft, 'I only edit the workflow; I cannot publish or deploy it anywhere.')
  }
  if (/^(?:save|publish|deploy|export|share)(?: it| this| the workflow| now)?$/i.test(request)) {
    return cannot(draft, 'I only edit the workflow; saving and publishing is done with the buttons of the editor.')
  }
  return false
}
