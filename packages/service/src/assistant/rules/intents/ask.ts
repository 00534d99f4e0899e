/** Questions: they are answered in text and change nothing. */
import {
  type AskCommand,
  answerTo,
  configOf,
  isPlaceholder,
  nodeTypeIdOf,
  splitSecrets,
  titleOf,
  type WorkflowNode,
} from '@millrace/model'
import type { Draft } from '../draft.ts'
import { sourcePortOf, targetPortOf, typeOf } from '../graph/ports.ts'
import { HELP } from '../help.ts'
import { nodesMeant } from '../language/find-node.ts'
import { typeIn, typesFor } from '../language/find-type.ts'
import { keyNamed } from '../language/settings-in.ts'
import { isQuestion, written } from '../language/wording.ts'
import { cannot, type Intent } from '../outcome.ts'
import { relation } from './ask-relations.ts'

const ASKS =
  /^(?:explain|describe|list|show me|show all|show the (?:nodes|edges|connections|types)|tell me|what|which|how|why|who|where|is there|are there|do you|does|help|search|find|can i|summari[sz]e (?:the|this|my) workflow|walk me through|give me an overview|info)\b/i

export const ask: Intent = (request, draft) => {
  if (!ASKS.test(request) && !isQuestion(request)) return false
  // In the middle of a description, "show me the result" is a step.
  if (/^show\b/i.test(request) && draft.value !== undefined && draft.fresh.length > 0) return false
  const kind = /^what (?:type|kind)(?: of node)? (?:is|has)\s+(.+?)\??$/i.exec(request)?.[1]
  if (kind !== undefined && thing(`what is ${kind}`, draft)) return true
  if (
    /^help\b|^what can (?:you|i) (?:do|say|ask)\b|^how (?:do|does) (?:you|this|i use you)(?: work)?\??$/i.test(request)
  )
    return say(draft, HELP)
  const list = /\b(?:list|show|what|which|how many)\b.*?\b(nodes?|steps|edges|connections|wires|types|node types)\b/i
    .exec(request)?.[1]
    ?.toLowerCase()
  if (list !== undefined && !/\b(?:for|to|that|with|about|can i)\b/i.test(request)) {
    const what = /type/.test(request) ? 'types' : /node|step/.test(list) ? 'nodes' : 'edges'
    if (/^how many\b/i.test(request)) {
      const count = what === 'types' ? draft.catalogue.types.size : draft.graph[what].length
      say(draft, `There are ${count} ${what === 'edges' ? 'connections' : what}.`)
    }
    return answer(draft, { verb: 'list', what })
  }
  const compared = /\bdifference between\s+(.+?)\s+and\s+(.+?)\??$/i.exec(request)
  if (compared !== null) return difference([compared[1] ?? '', compared[2] ?? ''], draft)
  const related = relation(request, draft)
  if (related !== undefined) return say(draft, related)
  return purpose(request, draft) || setting(request, draft) || whole(request, draft) || thing(request, draft)
}

function say(draft: Draft, text: string): true {
  draft.answers.push(text)
  return true
}

function answer(draft: Draft, command: AskCommand): true {
  const result = answerTo(draft.graph, command, draft.catalogue)
  return result.ok ? say(draft, result.text) : cannot(draft, result.problem.message)
}

function difference(names: readonly string[], draft: Draft): true {
  const types = names.map((name) => typeIn(name, draft.catalogue, true)?.type)
  const lines = types.map((type, at) =>
    type === undefined
      ? `- I know no node type "${written(names[at] ?? '', draft.held)}".`
      : `- \`${type.node_type_id}\`, ${type.name}: ${type.description}`,
  )
  return say(draft, lines.join('\n'))
}

/** `what can I use to call an API?`, `which types are there for CSV?` */
function purpose(request: string, draft: Draft): boolean {
  const about =
    /^(?:what|which)\b.*?\b(?:can|could|should|do|would|node|nodes|types?)\b.*?\b(?:use(?:d)?|have|for|to|need|there|exist)\b\s*(?:\b(?:to|for|that)\b)?\s+(.+?)\??$/i.exec(
      request,
    )?.[1] ??
    /^(?:is there|are there|do you have|have you)\s+(?:an?|any|some)?\s*(?:nodes?|types?|node types?|step|way|something)\s+(?:for|to|that)\s+(.+?)\??$/i.exec(
      request,
    )?.[1] ??
    /^(?:search|find|look)\s+(?:for\s+)?(?:nodes?\s+(?:for\s+|that\s+)?|types?\s+(?:for\s+)?)?(.+?)\??$/i.exec(
      request,
    )?.[1] ??
    /^how (?:can|do|could|would|should) (?:i|you|we|one) (.+?)\??$/i.exec(request)?.[1]
  if (about === undefined || /\b(?:wrong|workflow do)\b/i.test(request) || /\buse\??$/i.test(request)) return false
  const types = typesFor(written(about, draft.held), draft.catalogue)
  if (types.length === 0) return cannot(draft, `I know no node type for "${written(about, draft.held)}".`)
  return say(
    draft,
    `For that there are:\n\n${types.map((type) => `- \`${type.node_type_id}\`, ${type.name}: ${type.description}`).join('\n')}`,
  )
}

/** `what model does chat_model.1 use?`, `what is the temperature of the critic?` */
function setting(request: string, draft: Draft): boolean {
  if (!/^(?:what|which|show me|tell me|how)\b/i.test(request)) return false
  const forms: readonly RegExp[] = [
    /^(?:what|which)\s+(?<key>.+?)\s+(?:does|do|is|has)\s+(?<node>.+?)(?:\s+(?:use|have|using|set to))*\??$/i,
    /(?:what(?:'s| is| are)|show me|tell me)\s+(?:the\s+)?(?<key>.+?)\s+(?:of|in|on|for)\s+(?<node>.+?)(?:\s+set to)?\??$/i,
    /^(?:what|how)\s+is\s+(?<node>.+?)'s\s+(?<key>.+?)(?:\s+set to)?\??$/i,
  ]
  for (const form of forms) {
    const { key = '', node: who = '' } = form.exec(request)?.groups ?? {}
    const [node] = nodesMeant(who, draft).nodes
    const type = node && typeOf(node, draft.catalogue)
    const known = type && keyNamed(key, type)
    if (node === undefined || known === undefined) continue
    return answerSetting(draft, node, known)
  }
  const [, name = ''] =
    /^(?:what|which)\s+(.+?)\s+(?:is|are)\s+(?:used|set|configured|chosen|selected)\b/i.exec(request) ?? []
  const able = draft.graph.nodes.flatMap((node) => {
    const type = typeOf(node, draft.catalogue)
    const key = type && name !== '' ? keyNamed(name, type) : undefined
    return key === undefined ? [] : [{ node, key }]
  })
  for (const { node, key } of able.slice(0, 10)) answerSetting(draft, node, key)
  return able.length > 0
}

function answerSetting(draft: Draft, node: WorkflowNode, key: string): true {
  const [safe] = splitSecrets([node], draft.catalogue).nodes
  const value = safe === undefined ? undefined : configOf(safe)[key]
  if (isPlaceholder(value))
    return say(draft, `\`${key}\` of ${draft.name(node.id)} is a secret; it is set, and I cannot read it.`)
  const text = value === undefined || value === '' ? 'not set' : `\`${JSON.stringify(value).slice(0, 500)}\``
  return say(draft, `\`${key}\` of ${draft.name(node.id)} is ${text}.`)
}

/** The workflow in words. */
function whole(request: string, draft: Draft): boolean {
  if (
    !/\b(?:workflow|flow|graph|pipeline|this do(?:es)?|it do(?:es)?|all this|this thing|what (?:i|we) have|overview|going on|happens?|everything)\b/i.test(
      request,
    ) ||
    /\bwrong\b/i.test(request)
  )
    return false
  const { nodes, edges } = draft.graph
  if (nodes.length === 0) return say(draft, 'The workflow is empty. Tell me what it should do, or say "help".')
  const lines = inOrder(draft)
    .slice(0, 40)
    .map((node, at) => {
      const type = typeOf(node, draft.catalogue)
      const sources = edges
        .filter((edge) => edge.target === node.id)
        .map((edge) => `\`${edge.source}:${sourcePortOf(edge)}\``)
      const from = sources.length === 0 ? '' : ` Takes ${sources.slice(0, 4).join(', ')}.`
      return `${at + 1}. **${titleOf(node) || node.id}** (\`${nodeTypeIdOf(node)}\`): ${type?.description ?? 'a type that is not in the catalogue.'}${from}`
    })
  return say(
    draft,
    `The workflow has ${nodes.length} nodes and ${edges.length} connections. In order:\n\n${lines.join('\n')}`,
  )
}

const MOST_SORTED = 300

/** Nodes so that what feeds another comes first. */
function inOrder({ graph }: Draft): readonly WorkflowNode[] {
  if (graph.nodes.length > MOST_SORTED) return graph.nodes
  const waiting = new Map(
    graph.nodes.map((node) => [
      node.id,
      new Set(
        graph.edges
          .filter((edge) => edge.target === node.id && targetPortOf(edge) !== 'loop_back')
          .map((edge) => edge.source),
      ),
    ]),
  )
  const order: WorkflowNode[] = []
  while (order.length < graph.nodes.length) {
    const done = new Set(order.map((node) => node.id))
    const left = graph.nodes.filter((node) => !done.has(node.id))
    const next = left.find((node) => [...(waiting.get(node.id) ?? [])].every((source) => done.has(source))) ?? left[0]
    if (next === undefined) break
    order.push(next)
  }
  return order
}

/** A node of the workflow, or a type. */
function thing(request: string, draft: Draft): boolean {
  const about = request
    .replace(
      /^(?:explain|describe|info(?: on| about)?|tell me (?:about|more about)?|show me|what (?:is|are|does|do)|what's|how (?:does|do|is)|which settings does|what settings does|why (?:is|does))\s*/i,
      '',
    )
    .replace(/\s+(?:do|does|work|works|mean|for|have|has|used for|go|there)\??$/i, '')
    .replace(/\?+$/, '')
  const aboutType = /\b(?:type|settings?|options?|ports?|node work|work|an?)\b/i.test(request)
  const { nodes } = nodesMeant(about, draft)
  const [node] = nodes
  if (
    node !== undefined &&
    nodes.length === 1 &&
    !(aboutType && typeIn(about, draft.catalogue)?.type.node_type_id !== nodeTypeIdOf(node))
  ) {
    const type = typeOf(node, draft.catalogue)
    draft.touch(node.id)
    if (type !== undefined) say(draft, `${draft.name(node.id)} is a **${type.name}**: ${type.description}`)
    if (type !== undefined && /\b(?:settings?|options?|parameters?|fields?|config)\b/i.test(request))
      return answer(draft, { verb: 'describe', type: type.node_type_id })
    return answer(draft, { verb: 'info', node: node.id })
  }
  const type = typeIn(about, draft.catalogue, true)?.type
  if (type !== undefined) return answer(draft, { verb: 'describe', type: type.node_type_id })
  if (nodes.length > 1)
    return cannot(
      draft,
      `"${written(about, draft.held)}" could be each of ${nodes.map((one) => draft.name(one.id)).join(', ')}. Which one do you mean?`,
    )
  return isQuestion(request)
    ? cannot(
        draft,
        `I have no answer to "${written(request, draft.held)}". I know this workflow and the node types; "help" says what I understand.`,
      )
    : false
}
