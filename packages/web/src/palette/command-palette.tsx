import { type CSSProperties, use, useEffect, useMemo, useState } from 'react'
import { useEditor, useEditorState } from '../editor/editor-context.tsx'
import { useExtensions } from '../editor/editor-extension.ts'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { PageContext, type PageContextValue } from '../navigation/page-context.tsx'
import { goTo } from '../navigation/router.ts'
import { settingsPartsOf } from '../navigation/settings-parts.ts'
import { Icon } from '../ui/icon.tsx'
import { Picker } from '../ui/picker.tsx'
import { Keys } from '../ui/small-parts.tsx'
import { actionCommands, addCommands, type Command, matching, nodeCommands } from './commands.ts'

/** Searches actions, nodes, node types, workflows and pages, and runs the selected entry. */
export function CommandPalette() {
  const t = useText()
  const session = useEditor()
  const extensions = useExtensions()
  const page = use(PageContext)
  const [query, setQuery] = useState('')
  const workflows = useWorkflows(page, query)
  const groups = useMemo(() => {
    const titles = t.arrange.palette
    const pages = query.trim() === '' || page === undefined ? [] : matching(pageCommands(t, page), query)
    return [
      { title: titles.actions, commands: actionCommands(session, extensions, query) },
      { title: titles.nodes, commands: nodeCommands(session, query) },
      { title: titles.add, commands: addCommands(session, query) },
      { title: titles.workflows, commands: workflows },
      { title: titles.pages, commands: pages },
    ]
  }, [session, extensions, query, workflows, page, t])
  const listed = groups.flatMap(({ title, commands }) => commands.map((command) => ({ title, command })))
  const close = () => session.setView({ hasPalette: false })
  return (
    <Picker
      label={t.arrange.palette.label}
      query={query}
      onQuery={setQuery}
      empty={t.arrange.palette.none}
      items={listed.map(({ title, command }) => ({
        key: command.key,
        group: title,
        style: { '--node-color': command.color ?? 'var(--mr-text-2)' } as CSSProperties,
        content: <CommandItem command={command} />,
      }))}
      onPick={(key) => {
        close()
        listed.find(({ command }) => command.key === key)?.command.run()
      }}
      onClose={close}
    />
  )
}

function CommandItem({ command: { label, hint, icon, keys } }: { command: Command }) {
  return (
    <>
      <span className="mr-command__icon">
        <Icon name={icon} size={16} />
      </span>
      <span className="mr-command__label mr-clip">{label}</span>
      {hint !== undefined && <span className="mr-command__hint mr-clip">{hint}</span>}
      {keys !== undefined && <Keys>{keys}</Keys>}
    </>
  )
}

const SEARCH_AFTER_MS = 150
const MAX_WORKFLOWS = 6

/** Workflows whose name or description matches; only in the app, which has pages for them. */
function useWorkflows(page: PageContextValue | undefined, query: string): readonly Command[] {
  const current = useEditorState((state) => state.origin?.id)
  const [found, setFound] = useState<readonly Command[]>([])
  const search = query.trim()
  useEffect(() => {
    if (page === undefined || search === '') return setFound([])
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const args = { search, limit: MAX_WORKFLOWS + 1, types: 'referenced' } as const
      const list = await page.client.listWorkflows(args, { signal: stop.signal }).catch(() => undefined)
      if (list === undefined || stop.signal.aborted) return
      const others = list.items.filter(({ id }) => id !== current).slice(0, MAX_WORKFLOWS)
      setFound(
        others.map(({ id, name, description }) => ({
          key: `workflow:${id}`,
          label: name,
          hint: description || undefined,
          icon: 'mdi:sitemap-outline',
          run: () => goTo(`/workflows/${id}`),
        })),
      )
    }, SEARCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [page, search, current])
  return found
}

function pageCommands(t: Texts, { caller }: PageContextValue): Command[] {
  const to = (path: string, label: string, icon: string): Command => ({
    key: `page:${path}`,
    label,
    icon,
    run: () => goTo(path),
  })
  return [
    to('/', t.page.workflows, 'mdi:view-grid-outline'),
    to('/executions', t.execution.title, 'mdi:play-circle-outline'),
    to('/inbox', t.inbox.title, 'mdi:inbox-outline'),
    ...settingsPartsOf(caller).map(({ key, icon }) =>
      to(`/settings?part=${key}`, `${t.settings.title}: ${t.settings.parts[key]}`, icon),
    ),
  ]
}
