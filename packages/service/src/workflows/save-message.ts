/** The message of the reply to a save, with its warnings. */
export function withNote(message: string, note: string | undefined): string {
  return note === undefined ? message : `${message}. ${note}`
}
