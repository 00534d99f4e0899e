/**
 * Names with a number behind those that are taken. Remembers how far it has counted: a document in which thousands of
 * things have one name would else be counted through from the start for each of them.
 */
export class NumberedNames {
  readonly #isTaken: (name: string) => boolean
  readonly #next = new Map<string, number>()

  constructor(isTaken: (name: string) => boolean) {
    this.#isTaken = isTaken
  }

  /** The name itself, or with the first free number from 2 on; whoever asks takes it before asking again. */
  free(wanted: string, between = ' '): string {
    let name = wanted
    let number = this.#next.get(wanted) ?? 2
    while (this.#isTaken(name)) name = `${wanted}${between}${number++}`
    this.#next.set(wanted, number)
    return name
  }
}
