/** Prints JSON schemas as TypeScript types. A schema with a name is printed once and referenced by that name. */
import { isObject, type Schema } from '@millrace/model'

export interface TypePrinter {
  /** A type expression; continued lines are indented by `indent`. */
  typeOf(schema: Schema, indent?: string): string
  /** The same for arguments: lists are readonly, except in named types, which are also returned. */
  inputTypeOf(schema: Schema, indent?: string): string
  /** Declares a named type and returns its name. Throws if another type has this name. */
  declare(name: string, text: string, comment?: string): string
  /** All declarations so far, by name. */
  declarations(): readonly string[]
}

/** Keywords that restrict values but cannot be printed: failing is better than a wrong client. */
const UNTRANSLATED = ['$ref', 'not', 'if', 'patternProperties', 'prefixItems', 'propertyNames', 'contains']

export function createTypePrinter(): TypePrinter {
  const declared = new Map<string, { text: string; comment: string }>()

  function declare(name: string, text: string, comment = ''): string {
    const other = declared.get(name)
    if (other !== undefined && other.text !== text) throw new Error(`two different types are named ${name}`)
    declared.set(name, { text, comment })
    return name
  }

  const typeOf = (schema: Schema, indent = '') => printed(schema, indent, false)

  function printed(schema: Schema, indent: string, isInput: boolean): string {
    const { $id, ...rest } = schema
    if (typeof $id !== 'string') return inline(schema, indent, isInput)
    return declare($id, inline(rest, '', false), commentOf(schema))
  }

  function inline(schema: Schema, indent: string, isInput: boolean): string {
    const below = (one: Schema) => printed(one, indent, isInput)
    const untranslated = UNTRANSLATED.find((keyword) => keyword in schema)
    if (untranslated !== undefined) throw new Error(`cannot print a schema with the keyword ${untranslated}`)
    if ('const' in schema) return literal(schema.const)
    const alternatives = schema.anyOf ?? schema.oneOf
    if (Array.isArray(alternatives)) return union(alternatives.map(below))
    if (Array.isArray(schema.allOf)) return schema.allOf.map(below).join(' & ')
    if (schema.type === 'array') {
      return (isInput ? 'readonly ' : '') + listOf(isObject(schema.items) ? below(schema.items) : 'unknown')
    }
    if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
    if (Array.isArray(schema.type))
      return union(schema.type.map((type: unknown) => plain({ ...schema, type }, indent, isInput)))
    return plain(schema, indent, isInput)
  }

  function plain(schema: Schema, indent: string, isInput: boolean): string {
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      case 'number':
      case 'integer':
        return 'number'
      case 'object':
        return objectOf(schema, indent, isInput)
      case undefined:
        return 'unknown'
      default:
        throw new Error(`cannot print a schema of type ${String(schema.type)}`)
    }
  }

  function objectOf(schema: Schema, indent: string, isInput: boolean): string {
    const properties = Object.entries(propertiesOf(schema))
    const { additionalProperties: others } = schema
    if (properties.length === 0) {
      const value = isObject(others) ? printed(others, indent, isInput) : others === false ? 'never' : 'unknown'
      return `Record<string, ${value}>`
    }
    const required = requiredOf(schema)
    const deeper = `${indent}  `
    const lines = properties.map(([name, property]) => {
      const mark = required.includes(name) ? '' : '?'
      return `${printedComment(commentOf(property), deeper)}${deeper}${keyOf(name)}${mark}: ${printed(property, deeper, isInput)}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }

  return {
    typeOf,
    inputTypeOf: (schema, indent = '') => printed(schema, indent, true),
    declare,
    declarations: () =>
      [...declared]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, { text, comment }]) => `${printedComment(comment, '')}export ${declaration(name, text)}`),
  }
}

/** Object types are interfaces: editors show them by name. */
function declaration(name: string, text: string): string {
  if (text.startsWith('{') && text.endsWith('}')) return `interface ${name} ${text}`
  return text.startsWith('\n') ? `type ${name} =${text}` : `type ${name} = ${text}`
}

export function propertiesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  return isObject(schema?.properties) ? (schema.properties as Record<string, Schema>) : {}
}

export function requiredOf(schema: Schema | undefined): readonly unknown[] {
  return Array.isArray(schema?.required) ? schema.required : []
}

/** The description of a schema, for the comment of its property. */
export function commentOf(schema: Schema): string {
  return typeof schema.description === 'string' ? schema.description : ''
}

export function printedComment(text: string, indent: string): string {
  if (text === '') return ''
  const lines = text.replaceAll('*/', '* /').split('\n').flatMap(wrapped)
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

/** A JSON value as the source of a literal. */
export function literal(value: unknown): string {
  const text = JSON.stringify(value)
  return typeof value === 'string' && !/['\\]/.test(text) ? `'${value}'` : text
}

const MOST_CHARACTERS = 112

/** Wraps a line of a comment. */
function wrapped(line: string): string[] {
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + 1 + word.length > MOST_CHARACTERS) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

function listOf(item: string): string {
  return /[|&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function union(members: readonly string[]): string {
  return [...new Set(members)].join(' | ')
}
