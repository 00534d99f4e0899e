/** The message of a reply to a save, with what its author should know. */
export function withNote(message: string, note: string | undefined): string {
  return note === undefined ? message : `${message}. ${note}`
}
