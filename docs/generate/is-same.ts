/**
 * A schema and a type of the code → whether both say the same, at compile time.
 */
import type { GenericSchema, InferOutput } from 'valibot'

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** `false`, to which `true` is not assignable, where they differ. */
export type IsSame<Schema extends GenericSchema, Type> = Same<
  DeepReadonly<InferOutput<Schema>>,
  DeepReadonly<Type>
>
