import { Type } from '@millrace/model'
import { EXAMPLE_ID } from './example.ts'

/** Path parameters that several operations share. */
export const WorkflowParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id or machine name of the workflow.' }),
})

export const VersionParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id or machine name of the workflow.' }),
  revision: Type.Integer({ minimum: 1, description: 'The number of the save.' }),
})

export const exampleParams = { id: EXAMPLE_ID }
