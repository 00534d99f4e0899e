/** The execution id in the examples of the Agent Spec routes. */
export const EXAMPLE_ID = '5d0a3d7e-1f6e-4a57-9b43-1c9f0d4b7e21'
export const exampleParams = { id: EXAMPLE_ID }
