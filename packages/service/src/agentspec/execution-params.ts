import { Type } from '@millrace/model'

/** Ids are issued by whichever runtime it is, so they are opaque. */
export const ExecutionParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'Id of the Agent Spec execution.' }),
})

export const EXAMPLE_ID = '5d0a3d7e-1f6e-4a57-9b43-1c9f0d4b7e21'
export const exampleParams = { id: EXAMPLE_ID }
