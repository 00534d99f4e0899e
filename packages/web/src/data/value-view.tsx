import { useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { lazyCode, useCode } from '../ui/lazy-code.ts'
import { useOverlays } from '../ui/overlays.tsx'
import { type CutValue, isCut, isNotKept, loadFullValue } from './cut-value.ts'
import { expressionPath } from './expression-path.ts'
import { dragProps, type ValuePath } from './value-path.ts'
import { valueText } from './value-text.ts'

const VALUE_VIEWER = lazyCode(() => import('./value-viewer.tsx'))

interface SharedProps {
  readonly client: Client
  /** Load truncated values without being asked, up to a limit. */
  readonly loadsAll?: boolean | undefined
}

interface ValuesProps extends SharedProps {
  readonly values: Readonly<Record<string, unknown>> | undefined
  /** Shown if there are no values. */
  readonly none: string
  /** How the values are referred to in expressions; without it the names are the paths. */
  readonly path?: ValuePath | undefined
}

const NAMES_ONLY: ValuePath = { start: '', canDrag: false }

/** Named values, stacked. */
export function Values({ values = {}, none, path = NAMES_ONLY, ...shared }: ValuesProps) {
  const entries = Object.entries(values)
  if (entries.length === 0) return <p className="mr-muted mr-small">{none}</p>
  return (
    <dl className="mr-data">
      {entries.map(([name, value]) => (
        <div key={name} className="mr-data__one">
          <dt>{name}</dt>
          <dd>
            <ValueView {...shared} name={name} value={value} path={below(path, name)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function below({ start, canDrag }: ValuePath, name: string): ValuePath {
  return { start: expressionPath(start, [name]), canDrag }
}

interface ValueProps extends SharedProps {
  readonly name: string
  readonly value: unknown
  readonly path?: ValuePath
}

/** One value: short texts and numbers as they are, all others in the viewer. Truncated values can be loaded. */
export function ValueView({ client, name, value, path = { start: name, canDrag: false }, loadsAll }: ValueProps) {
  const { shown, load } = useFullValue(client, value, loadsAll === true)
  if (isCut(shown)) return <CutText cut={shown} onLoad={load} />
  if (isNotKept(shown)) return <NotKept characters={shown.characters} />
  if (isPlain(shown)) return <PlainValue name={name} value={shown} path={path} />
  return <LargeValue name={name} value={shown} path={path} />
}

function NotKept({ characters }: { readonly characters: number }) {
  const t = useText()
  return <span className="mr-muted mr-small">{t.viewer.notKept(characters)}</span>
}

function LargeValue(props: { readonly name: string; readonly value: unknown; readonly path: ValuePath }) {
  const code = useCode(VALUE_VIEWER)
  if (code === undefined) return <div className="mr-value mr-value--waiting" aria-busy="true" />
  return <code.ValueViewer {...props} />
}

/** Longer texts get a viewer of their own. */
const PLAIN_TEXT = 600

function isPlain(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return typeof value !== 'string' || value.length <= PLAIN_TEXT
}

function PlainValue({ name, value, path }: { name: string; value: unknown; path: ValuePath }) {
  const t = useText()
  const text = valueText(value)
  return (
    <div className="mr-datum">
      {/* Long values scroll, and scrollable elements must be focusable by keyboard. */}
      <pre
        className={`mr-datum__text mr-scroll${path.canDrag ? ' mr-value__drag' : ''}`}
        tabIndex={text.length > 400 ? 0 : undefined}
        data-tip={path.canDrag ? t.nodeData.dragHint : undefined}
        {...dragProps(path, () => [])}
      >
        {text === '' ? <span className="mr-muted">{t.viewer.emptyText}</span> : text}
      </pre>
      <CopyButton text={text} name={name} className="mr-datum__copy" />
    </div>
  )
}

function CutText({ cut, onLoad }: { cut: CutValue; onLoad: (() => void) | undefined }) {
  const t = useText()
  return (
    <div className="mr-datum">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable elements must be focusable by keyboard */}
      <pre className="mr-datum__text mr-scroll" tabIndex={0}>{`${cut.preview} …`}</pre>
      <div className="mr-row mr-datum__cut">
        <span className="mr-muted mr-grow">{t.viewer.cut(cut.characters)}</span>
        <Button small onClick={onLoad} disabled={onLoad === undefined}>
          {t.viewer.showWhole}
        </Button>
      </div>
    </div>
  )
}

/** Truncated values up to this length are loaded without a click where `loadsAll` is set. */
const AUTO_CHARACTERS = 2_000_000

/** The whole of a truncated value once it is loaded, and a function that loads it; undefined while it loads. */
export function useFullValue(client: Client, value: unknown, isAutomatic: boolean) {
  const { toast } = useOverlays()
  const [whole, setWhole] = useState<{ readonly value: unknown; readonly of: string }>()
  const [loading, setLoading] = useState<string>()
  const cut = isCut(value) ? value : undefined
  const isLoaded = cut !== undefined && whole?.of === cut.href
  const load = (from: CutValue) => {
    setLoading(from.href)
    loadFullValue(client, from).then(
      (loaded) => setWhole({ value: loaded, of: from.href }),
      (error: unknown) => {
        setLoading(undefined)
        toast({ tone: 'error', text: asApiError(error).message })
      },
    )
  }
  const automatic = isAutomatic && cut !== undefined && cut.characters <= AUTO_CHARACTERS ? cut : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: load once per address
  useEffect(() => {
    if (automatic !== undefined && !isLoaded) load(automatic)
  }, [automatic?.href])
  return {
    shown: isLoaded ? whole.value : value,
    load: cut === undefined || loading === cut.href ? undefined : () => load(cut),
  }
}
