/** The entries of the command palette, by query. */
import { nodeTypeIdOf, titleOf } from '@millrace/model'
import { ACTIONS, type Action, canRun } from '../editor/actions.ts'
import { addNode } from '../editor/adding.ts'
import { searchTypes } from '../editor/catalogue-search.ts'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { isAgentSpecWorkflow } from '../editor/editor-state.ts'
import { shownKeys } from '../editor/key-names.ts'
import { browserUsage } from '../editor/node-usage.ts'
import type { EditorSession } from '../editor/session.ts'
import { typeOf } from '../graph/node-look.ts'

export interface Command {
  readonly key: string
  readonly label: string
  /** Shown after the label. */
  readonly hint?: string | undefined
  readonly icon?: string | undefined
  readonly color?: string | undefined
  readonly keys?: string | undefined
  readonly run: () => void
}

export interface CommandGroup {
  readonly title: string
  readonly commands: readonly Command[]
}

const MAX_PER_GROUP = 8
const NO_KEYS: readonly string[] = []

/** Commands whose words match the query; word starts come before other matches. Without a query, all of them. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const ranked = commands.flatMap((command) => {
    const text = `${command.label} ${command.hint ?? ''}`.toLowerCase()
    const parts = text.split(/[^\p{L}\p{N}]+/u)
    const ranks = words.map((word) => {
      if (text.startsWith(word)) return 0
      return parts.some((part) => part.startsWith(word)) ? 1 : text.includes(word) ? 2 : Number.POSITIVE_INFINITY
    })
    const rank = Math.max(0, ...ranks)
    return Number.isFinite(rank) ? [{ command, rank }] : []
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ command }) => command)
}

export function actionCommands(
  session: EditorSession,
  extensions: readonly EditorExtension[],
  query: string,
): Command[] {
  const t = session.text()
  const actions = [...Object.entries<Action>(ACTIONS), ...extensionActions(extensions)]
  const commands = actions
    .filter(([, action]) => canRun(session, action))
    .map(([name, { label, icon, keys: [keys] = NO_KEYS, run }]) => ({
      key: `action:${name}`,
      label: label(t, session),
      icon,
      keys: keys === undefined ? undefined : shownKeys(keys, t),
      run: () => run(session),
    }))
  const found = matching(commands, query)
  return query.trim() === '' ? found : found.slice(0, MAX_PER_GROUP)
}

export function extensionActions(extensions: readonly EditorExtension[]): [string, Action][] {
  return extensions.flatMap(({ key, actions = [] }) =>
    actions.map((action, at): [string, Action] => [`${key}:${at}`, action]),
  )
}

/** The nodes on the canvas, to jump to. */
export function nodeCommands(session: EditorSession, query: string): Command[] {
  const { history, catalogue } = session.store.get()
  if (query.trim() === '') return []
  const commands = history.document.nodes.map((node): Command => {
    const type = typeOf(node, catalogue.types)
    const title = titleOf(node) || type?.name || node.id
    return {
      key: `node:${node.id}`,
      label: title,
      hint: type?.name === title ? node.id : (type?.name ?? nodeTypeIdOf(node)),
      icon: type?.iconUrl ?? type?.icon,
      color: type?.color,
      run: () => session.reveal([node.id]),
    }
  })
  return matching(commands, query).slice(0, MAX_PER_GROUP)
}

/** Node types to add. */
export function addCommands(session: EditorSession, query: string): Command[] {
  const state = session.store.get()
  if (query.trim() === '' || !state.isEditable) return []
  const t = session.text()
  const types = searchTypes(state.catalogue, query, {
    withAgentSpec: isAgentSpecWorkflow(state),
    usageOf: browserUsage.score,
  })
  return types.slice(0, MAX_PER_GROUP).map((type) => ({
    key: `add:${type.node_type_id}`,
    label: t.editor.catalogue.add(type.name),
    hint: type.description,
    icon: type.iconUrl ?? type.icon,
    color: type.color,
    run: () => addNode(session, type.node_type_id, { canvas: undefined, screen: undefined }),
  }))
}
