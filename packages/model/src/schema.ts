/**
 * Plain JSON Schema values that also carry a TypeScript type. One value is type, check, form and documentation.
 * The calls are those of TypeBox, which accepts misspelt keywords and loses on a spread that a field is optional
 * (docs/contributing/decisions/0003-schemas.md).
 */
import type {
  AnyKeywords,
  ArrayKeywords,
  Keywords,
  NumberKeywords,
  ObjectKeywords,
  StringKeywords,
} from './schema-options.ts'

declare const type: unique symbol

/** Marks an optional property. A symbol, so that a spread keeps it and JSON omits it. */
const OPTIONAL: unique symbol = Symbol('optional')

/** A JSON Schema whose values have the type T. */
export interface Schema<T = unknown> {
  readonly [type]?: T
  readonly [keyword: string]: unknown
}

/** The type of the values that a schema accepts. */
export type Static<S> = S extends Schema<infer T> ? T : never

/** The schema of an optional property. An exported interface: declaration files of other packages refer to it. */
export interface OptionalSchema<T = unknown> extends Schema<T> {
  readonly [OPTIONAL]: true
}

type Properties = Record<string, Schema>
type OptionalKeys<P> = { [K in keyof P]: P[K] extends OptionalSchema ? K : never }[keyof P]
type Flat<T> = { [K in keyof T]: T[K] }
type ObjectOf<P extends Properties> = Flat<
  { [K in Exclude<keyof P, OptionalKeys<P>>]: Static<P[K]> } & { [K in OptionalKeys<P>]?: Static<P[K]> }
>

function make<T>(schema: object): Schema<T> {
  return schema as Schema<T>
}

/** The builder. `Type.Object({ name: Type.String() })` is `{ type: 'object', properties: …, required: ['name'] }`. */
export const Type = {
  String: (keywords: StringKeywords = {}) => make<string>({ type: 'string', ...keywords }),
  Number: (keywords: NumberKeywords = {}) => make<number>({ type: 'number', ...keywords }),
  Integer: (keywords: NumberKeywords = {}) => make<number>({ type: 'integer', ...keywords }),
  Boolean: (keywords: Keywords = {}) => make<boolean>({ type: 'boolean', ...keywords }),
  Null: (keywords: Keywords = {}) => make<null>({ type: 'null', ...keywords }),
  /** Any JSON value. */
  Any: (keywords: AnyKeywords = {}) => make<unknown>({ ...keywords }),
  Array: <S extends Schema>(items: S, keywords: ArrayKeywords = {}) =>
    make<Static<S>[]>({ type: 'array', items, ...keywords }),
  Literal: <const V extends string | number | boolean>(value: V, keywords: Keywords = {}) =>
    make<V>({ const: value, ...keywords }),
  Enum: <const V extends readonly (string | number)[]>(values: V, keywords: Keywords = {}) =>
    make<V[number]>({ type: typeof values[0] === 'number' ? 'number' : 'string', enum: [...values], ...keywords }),
  Union: <const S extends readonly Schema[]>(anyOf: S, keywords: Keywords = {}) =>
    make<Static<S[number]>>({ anyOf: [...anyOf], ...keywords }),
  Nullable: <S extends Schema>(schema: S) => make<Static<S> | null>({ anyOf: [schema, { type: 'null' }] }),
  /** A map from any string to one kind of value. */
  Record: <S extends Schema>(values: S, keywords: ObjectKeywords = {}) =>
    make<Record<string, Static<S>>>({ type: 'object', additionalProperties: values, ...keywords }),
  /** An object with some known keys; other keys are kept. */
  Object: <const P extends Properties>(properties: P, keywords: ObjectKeywords = {}) => {
    const required = Object.keys(properties).filter((key) => !(OPTIONAL in (properties[key] ?? {})))
    return make<ObjectOf<P>>({
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...keywords,
    })
  },
  Optional: <S extends Schema>(schema: S): OptionalSchema<Static<S>> => ({
    ...make<Static<S>>(schema),
    [OPTIONAL]: true as const,
  }),
}

/** Any JSON object. */
export const AnyObject = make<Record<string, unknown>>({ type: 'object' })

export const Uuid = Type.String({
  format: 'uuid',
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
})

export const DateTime = Type.String({ format: 'date-time' })

/** A field with a closed set of values, drawn as a select. */
export function choice<const V extends readonly string[]>(values: V, keywords: Keywords = {}) {
  return Type.Enum(values, keywords)
}

/** The title of a value, or its title and its description. */
export type TitledValue = string | readonly [title: string, description: string]

/** A select whose values have titles and descriptions: `titledChoice({ none: 'None', basic: ['Basic', 'User …'] })`. */
export function titledChoice<const V extends Readonly<Record<string, TitledValue>>>(
  values: V,
  keywords: Keywords = {},
): Schema<Extract<keyof V, string>> {
  const titled = Object.entries<TitledValue>(values).map(([value, text]) => {
    const [label, description] = typeof text === 'string' ? [text] : text
    return { value, label, ...(description === undefined ? {} : { description }) }
  })
  return make({ type: 'string', enum: Object.keys(values), 'x-suggestions': titled, ...keywords })
}

/** A field whose value is encrypted at rest and never returned. */
export function secret(keywords: StringKeywords = {}) {
  return Type.String({ ...keywords, format: 'hidden' })
}

/** A field for several lines of text. */
export function multiline(keywords: StringKeywords = {}) {
  return Type.String({ ...keywords, format: 'multiline' })
}

/** A field holding a JSONata expression; validation reports one that does not parse. */
export function expression(keywords: StringKeywords = {}) {
  return Type.String({ ...keywords, format: 'expression' })
}

/** A field holding a Liquid template; validation reports one that does not parse. */
export function template(keywords: StringKeywords = {}) {
  return Type.String({ ...keywords, format: 'template' })
}

/** A number drawn as a slider. */
export function range(minimum: number, maximum: number, keywords: NumberKeywords = {}) {
  return Type.Number({ ...keywords, minimum, maximum, format: 'range' })
}

/** A list picked with check boxes from a closed set. */
export function choices<const V extends readonly string[]>(values: V, keywords: ArrayKeywords = {}) {
  return Type.Array(Type.Enum(values), { ...keywords, enum: [...values], multiple: true })
}
