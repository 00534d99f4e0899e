/** Props of a field, and how container fields render their children. */
import type { ComponentType } from 'react'
import type { FieldIds } from '../ui/field.tsx'
import type { FieldSchema } from './field-schema.ts'

export interface FieldProps {
  readonly schema: FieldSchema
  readonly value: unknown
  /** JSON pointer of the field in the form. */
  readonly path: string
  readonly label: string
  readonly isReadOnly: boolean
  /** Absent for fields that render their own label. */
  readonly ids: FieldIds | undefined
  /** Renders the fields of a group or list; passed in, so that fields need not import the form. */
  readonly nested: NestedForms
  readonly onChange: (value: unknown) => void
}

export interface NestedForms {
  readonly Form: ComponentType<SchemaFormProps>
  readonly Field: ComponentType<SchemaFieldProps>
}

export interface SchemaFormProps {
  /** Schema of an object. */
  readonly schema: FieldSchema
  readonly value: Readonly<Record<string, unknown>>
  /** JSON pointer of the object in the form. */
  readonly path?: string
  readonly onChange: (key: string, value: unknown) => void
}

export interface SchemaFieldProps {
  readonly label: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly path: string
  readonly isRequired?: boolean
  readonly onChange: (value: unknown) => void
}
