import type { Items, SmallSet } from './small-set.ts'

/** A type whose properties, collections and everything inside them cannot be assigned. */
export type DeepReadonly<T> =
  T extends ReadonlyMap<infer K, infer V>
    ? ReadonlyMap<DeepReadonly<K>, DeepReadonly<V>>
    : T extends ReadonlySet<infer V>
      ? ReadonlySet<DeepReadonly<V>>
      : T extends SmallSet<infer V>
        ? Items<DeepReadonly<V>>
        : T extends Int32Array | Uint32Array | Uint8Array
          ? ReadonlyNumbers
          : T extends readonly (infer V)[]
            ? readonly DeepReadonly<V>[]
            : T extends object
              ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
              : T

/** A typed array that is only read. */
export interface ReadonlyNumbers extends Iterable<number> {
  readonly length: number
  readonly [index: number]: number
}
