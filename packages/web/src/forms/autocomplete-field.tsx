import { isObject } from '@millrace/model'
import { useEffect, useRef, useState } from 'react'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import type { FieldProps } from './field-props.ts'
import type { Autocomplete, Option } from './field-schema.ts'
import { useForm } from './form-context.tsx'
import { isId, isOfProject, matching, namedOption } from './suggestion-match.ts'

/** A text with suggestions from the service; a list of texts with `multiple`. */
export function AutocompleteField(props: FieldProps) {
  const t = useText()
  const { schema, value, isReadOnly, onChange } = props
  if (schema.autocomplete?.multiple !== true) {
    return (
      <SuggestedInput {...props} text={typeof value === 'string' ? value : ''} onPick={onChange} onType={onChange} />
    )
  }
  const chosen = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  return (
    <div className="mr-chips">
      {chosen.map((one) => (
        <span className="mr-chip" key={one}>
          {one}
          {!isReadOnly && (
            <IconButton
              small
              icon="mdi:close"
              label={`${t.form.remove}: ${one}`}
              onClick={() => onChange(chosen.filter((other) => other !== one))}
            />
          )}
        </span>
      ))}
      <SuggestedInput {...props} text="" onPick={(one) => onChange([...new Set([...chosen, one])])} />
    </div>
  )
}

interface SuggestedInputProps extends FieldProps {
  readonly text: string
  readonly onPick: (value: string) => void
  /** Called while typing if free text is allowed. */
  readonly onType?: (value: string) => void
}

function SuggestedInput({ schema, isReadOnly, ids, label, text: given, onPick, onType }: SuggestedInputProps) {
  const t = useText()
  const { client, project, values } = useForm()
  const own = schema['x-suggestions']
  const source = schema.autocomplete ?? { fetchOnFocus: own !== undefined }
  const isFree = source.allowFreeText !== false
  const [text, setText] = useState(given)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setText(given), [given])
  // An id is not shown: its name is in the list of all suggestions.
  const showsId = isId(text)
  const query = showsId ? '' : text
  const found = useSuggestions({ client, project, source, values, query, isOn: isOpen || showsId })
  const options = own === undefined ? found.options : matching(own, text)
  const name = showsId ? options.find(({ value }) => value === text)?.label : undefined
  const pick = (option: Option) => {
    const value = String(option.value)
    setText(onType === undefined ? '' : value)
    setOpen(false)
    onPick(value)
  }
  // A list without a choice would only cover the next field.
  const isChosen = text !== '' && options.every(({ value }) => value === text)
  const isUseful =
    options.length > 0 ? !isChosen : own === undefined && (!isFree || text === '' || found.state === 'failed')
  const isShown = isOpen && text.length >= (source.minChars ?? 0) && isUseful
  const empty = {
    loading: t.form.loadingSuggestions,
    failed: t.form.suggestionsFailed,
    ready: t.form.noSuggestions,
  }[found.state]
  return (
    <Combobox
      ids={ids}
      label={label}
      text={name ?? text}
      options={options.map((option) => ({
        value: String(option.value),
        label: option.label,
        hidesValue: isId(option.value),
      }))}
      empty={empty}
      placeholder={schema.placeholder}
      readOnly={isReadOnly}
      isOpen={isShown}
      onOpenChange={(open) => setOpen(open && !isReadOnly)}
      onText={(next) => {
        setText(next)
        setOpen(true)
        if (isFree) onType?.(next)
      }}
      onPick={pick}
      onEnter={() => {
        const named = namedOption(options, text)
        if (named !== undefined) pick(named)
        else if (isFree && text.trim() !== '') pick({ value: text.trim(), label: text })
        else return false
        return true
      }}
      onFocus={() => setOpen(source.fetchOnFocus === true && !isReadOnly)}
      onBlur={() => {
        setOpen(false)
        if (isFree && onType === undefined && text.trim() !== '') pick({ value: text.trim(), label: text })
        else if (!isFree) setText(given)
      }}
    />
  )
}

interface SuggestionQuery {
  readonly client: Client | undefined
  readonly project: string | undefined
  readonly source: Autocomplete
  readonly values: Readonly<Record<string, unknown>>
  readonly query: string
  readonly isOn: boolean
}

function useSuggestions({ client, project, source, values, query, isOn }: SuggestionQuery) {
  const [found, setFound] = useState<{ options: Option[]; state: 'loading' | 'ready' | 'failed' }>({
    options: [],
    state: 'ready',
  })
  // Changes of other fields must not trigger a request, but a request uses their latest values.
  const latest = useRef({ source, values })
  latest.current = { source, values }
  const { url, minChars = 0, debounceMs = 250 } = source
  useEffect(() => {
    if (!isOn || client === undefined || url === undefined || query.length < minChars) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      setFound((before) => ({ ...before, state: 'loading' }))
      const { source, values } = latest.current
      const params = Object.entries(source.params ?? {}).flatMap(([name, key]) =>
        typeof values[key] === 'string' ? [[name, values[key]]] : [],
      )
      const ofProject = isOfProject(url) && project !== undefined ? { project } : {}
      const parameters = { ...Object.fromEntries(params), ...ofProject, [source.queryParam ?? 'q']: query }
      // A node type may come from any source; suggestions are only loaded from the service.
      const isOwn = url.startsWith('/') && !url.startsWith('//')
      const answer = isOwn
        ? client.fetch(url, { query: parameters, fromOrigin: source.isBelowApi !== true, signal: abort.signal })
        : Promise.reject(new Error(url))
      answer
        .then((response) => response.json())
        .then(
          (body: unknown) => setFound({ options: optionsIn(body, source), state: 'ready' }),
          () => abort.signal.aborted || setFound({ options: [], state: 'failed' }),
        )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, project, url, query, isOn, minChars, debounceMs])
  return found
}

function optionsIn(body: unknown, { labelField = 'label', valueField = 'value' }: Autocomplete): Option[] {
  const list = Array.isArray(body) ? body : isObject(body) && Array.isArray(body.data) ? body.data : []
  return list.flatMap((one: unknown) => {
    if (typeof one === 'string') return [{ value: one, label: one }]
    if (!isObject(one) || one[valueField] === undefined) return []
    return [{ value: String(one[valueField]), label: String(one[labelField] ?? one[valueField]) }]
  })
}
