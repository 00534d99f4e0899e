/** Translates what people read of node types, categories and data types. Ids, defaults and other values stay as they are. */

/** Returns the translation of an English text, or the text itself. */
export type Translate = (text: string) => string

const READ_BY_PEOPLE = new Set(['title', 'description', 'label'])
/** Keys whose content is data. */
const DATA = new Set(['default', 'const', 'enum', 'examples', 'pattern', 'tags'])

/** Loaded when first needed. */
const LANGUAGES: Readonly<Record<string, () => Promise<Translate>>> = {
  de: once(async () => (await import('./german/german.ts')).german),
}

/** The languages of the catalogue besides English. */
export const CATALOGUE_LANGUAGES: readonly string[] = Object.keys(LANGUAGES)

/** The translation to a language, always the same function; none for English and unknown languages. */
export async function translationTo(language: string): Promise<Translate | undefined> {
  return Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]?.() : undefined
}

function once(load: () => Promise<Readonly<Record<string, string>>>): () => Promise<Translate> {
  let loading: Promise<Translate> | undefined
  return () => {
    loading ??= load().then((texts) => (text) => (Object.hasOwn(texts, text) ? (texts[text] ?? text) : text))
    return loading
  }
}

/** A copy of a node type, category or data type in another language. Texts without a translation stay English. */
export function translated<Described extends object>(described: Described, translate: Translate): Described {
  const name = 'name' in described && typeof described.name === 'string' ? translate(described.name) : undefined
  return { ...members(described, translate), ...(name === undefined ? {} : { name }) } as Described
}

function copied(value: unknown, translate: Translate): unknown {
  if (Array.isArray(value)) return value.map((item) => copied(item, translate))
  return typeof value === 'object' && value !== null ? members(value, translate) : value
}

function members(object: object, translate: Translate): object {
  const isPort = 'dataType' in object
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      if (DATA.has(key)) return [key, value]
      const isText = READ_BY_PEOPLE.has(key) || (isPort && key === 'name')
      if (isText && typeof value === 'string') return [key, translate(value)]
      return [key, key === 'properties' ? settings(value, translate) : copied(value, translate)]
    }),
  )
}

/** The properties of a schema: their names are data, even if one is called "title" or "default". */
function settings(properties: unknown, translate: Translate): unknown {
  if (typeof properties !== 'object' || properties === null) return properties
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, copied(schema, translate)]))
}
