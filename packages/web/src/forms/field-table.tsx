/** Maps kinds of fields to components. */

import type { ComponentType } from 'react'
import { AutocompleteField } from './autocomplete-field.tsx'
import { ChecksField, SelectField, SwitchField } from './choice-fields.tsx'
import { CodeField, JsonField, MarkdownField } from './code-fields.tsx'
import { CredentialField } from './credential-field.tsx'
import type { FieldProps } from './field-props.ts'
import type { FieldKind } from './field-schema.ts'
import { FieldsField } from './fields-field.tsx'
import { MapField, SecretMapField } from './map-field.tsx'
import { GroupField, ListField } from './nested-fields.tsx'
import { NumberField, SliderField } from './number-fields.tsx'
import { AnyField, LinesField, SecretField, TextField } from './text-fields.tsx'

export const FIELDS: Readonly<Partial<Record<FieldKind, ComponentType<FieldProps>>>> = {
  secret: SecretField,
  secretMap: SecretMapField,
  autocomplete: AutocompleteField,
  credential: CredentialField,
  checks: ChecksField,
  select: SelectField,
  switch: SwitchField,
  slider: SliderField,
  number: NumberField,
  text: TextField,
  lines: LinesField,
  code: CodeField,
  markdown: MarkdownField,
  json: JsonField,
  fields: FieldsField,
  map: MapField,
  list: ListField,
  group: GroupField,
  any: AnyField,
}

/** Fields that render their own label. */
export const OWN_LABEL: ReadonlySet<FieldKind> = new Set([
  'switch',
  'list',
  'group',
  'checks',
  'fields',
  'map',
  'secretMap',
])
