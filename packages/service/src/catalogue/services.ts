import type { ServedCatalogue } from '../platform/ports.ts'

export interface CatalogueServices {
  readonly catalogue: ServedCatalogue
}
