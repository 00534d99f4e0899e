/** What becomes of one request: it is done, or it is not and somebody is told why. `undefined` is "not mine". */
import type { WorkflowNode } from '@millrace/model'
import type { Draft } from './draft.ts'
import { type Meant, nodesMeant } from './language/find-node.ts'
import { typeIn, typesNear } from './language/find-type.ts'
import { MISSING_THINGS } from './language/type-words.ts'
import { written } from './language/wording.ts'

/** Reads one request. True: it was mine, whatever came of it. */
export type Intent = (request: string, draft: Draft) => boolean

/** Tells what was done. */
export function did(draft: Draft, sentence: string): true {
  draft.said.push(sentence)
  return true
}

/** Tells what was not done. */
export function cannot(draft: Draft, sentence: string): true {
  draft.open.push(sentence)
  return true
}

/** The one node that a wording means; otherwise it is told why there is none. */
export function nodeOrWhy(text: string, draft: Draft): WorkflowNode | undefined {
  return endOrWhy(text, draft)?.nodes[0]
}

/** The same with the port that was named. */
export function endOrWhy(text: string, draft: Draft): Meant | undefined {
  const meant = nodesMeant(text, draft)
  if (meant.nodes.length === 1) return meant
  const said = written(text, draft.held).trim()
  if (meant.nodes.length > 1) {
    cannot(
      draft,
      `"${said}" could be each of ${meant.nodes
        .slice(0, 6)
        .map((node) => draft.name(node.id))
        .join(', ')}. Which one do you mean?`,
    )
  } else cannot(draft, `I find no node that "${said}" could mean.${presentNodes(draft)}`)
  return undefined
}

function presentNodes(draft: Draft): string {
  const names = draft.graph.nodes.slice(0, 8).map((node) => draft.name(node.id))
  const more = draft.graph.nodes.length > names.length ? ` and ${draft.graph.nodes.length - names.length} more` : ''
  return names.length === 0 ? ' The workflow is empty.' : ` There are ${names.join(', ')}${more}.`
}

/** Says that no type does this, and what comes nearest. */
export function noSuchType(text: string, draft: Draft): true {
  const said = written(text, draft.held).trim()
  const missing = MISSING_THINGS.find(({ words }) => words.test(said))
  if (missing !== undefined) {
    const instead = draft.catalogue.types.get(missing.instead)
    const offer =
      instead === undefined
        ? ''
        : ` An **${instead.name}** (\`${instead.node_type_id}\`) can call ${missing.how}; say so and I add one.`
    return cannot(draft, `There is no node type for ${missing.what} ("${said}").${offer}`)
  }
  const near = typesNear(said, draft.catalogue)
  const hint =
    near.length === 0
      ? ' Ask me to "list types" to see all of them.'
      : ` The nearest are ${near.map((type) => `\`${type.node_type_id}\``).join(', ')}.`
  return cannot(draft, `There is no node type "${said}".${hint}`)
}

/** The type that a wording names, else undefined after saying so. */
export function typeOrWhy(text: string, draft: Draft) {
  const found = MISSING_THINGS.some(({ words }) => words.test(text)) ? undefined : typeIn(text, draft.catalogue)
  if (found === undefined) noSuchType(text, draft)
  return found?.type
}

/** Says plainly which part was not understood, and which types it may have meant. */
export function notUnderstood(request: string, draft: Draft): true {
  const said = written(request, draft.held)
  const near = typesNear(said, draft.catalogue, 3, 3)
  const hint =
    near.length === 0 ? '' : ` If you mean a node type: ${near.map((type) => `\`${type.node_type_id}\``).join(', ')}.`
  return cannot(draft, `I did not understand "${said}".${hint}`)
}
