/** Ends a request of Restate in a worker that is being stopped; Restate sends it to another one. */
export class WorkerStops extends Error {
  static readonly sentence = 'This worker stops.'

  constructor() {
    super(WorkerStops.sentence)
    this.name = 'WorkerStops'
  }
}
