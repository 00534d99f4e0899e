/** The keywords of each kind of schema. Other keywords do not compile. */
import type { LanguageScope } from './language-scope.ts'

/** Keywords of every schema: they describe the value, or how a form shows it. */
export interface Keywords {
  readonly $id?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly deprecated?: boolean
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly format?: string
  readonly placeholder?: string
  readonly placeholderExample?: string
  readonly height?: string
  readonly variables?: unknown
  readonly autocomplete?: Readonly<Record<string, unknown>>
  /** False for a text that is a program: it cannot be an expression, because data in it would be executed. */
  readonly 'x-expression'?: false
  /** The types of credentials whose name the setting takes. */
  readonly 'x-credential'?: readonly string[]
  readonly 'x-holds'?: 'schema' | 'value-schema' | 'map'
  /** `inputs`: each Agent Spec placeholder `{{name}}` of the text makes an input of the node. */
  readonly 'x-placeholders'?: 'inputs'
  /** What the text of an expression or a template is evaluated over. */
  readonly 'x-scope'?: LanguageScope
  readonly 'x-suggestions'?: unknown
  /** Values of other settings for which this one applies; see `show-when.ts`. */
  readonly 'x-show-when'?: Readonly<Record<string, unknown>>
  /** Keywords for the values of other settings: `{ setting: { value: { title: … } } }`. */
  readonly 'x-variants'?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
  /** Advanced settings are in a section of the form that is closed at first. */
  readonly 'x-section'?: 'basic' | 'advanced'
}

export interface StringKeywords extends Keywords {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** Values with titles: `{ const, title }`. */
  readonly oneOf?: readonly object[]
}

export interface NumberKeywords extends Keywords {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly step?: number
}

export interface ArrayKeywords extends Keywords {
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  /** The closed set that a form shows as check boxes, with `multiple`. */
  readonly enum?: readonly unknown[]
  readonly multiple?: boolean
}

export interface ObjectKeywords extends Keywords {
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly additionalProperties?: boolean | object
  readonly propertyNames?: object
}

/** Keywords of a schema without a type. */
export type AnyKeywords = StringKeywords & NumberKeywords & ArrayKeywords & ObjectKeywords
