/**
 * Ties an interface that people read to the schema that machines check.
 *
 * @module
 */

/** Flattens intersections, so that equal shapes are equal types. */
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true
  : false;

/** `true` when two types have the same fields of the same types, optional ones included. */
export type Equal<A, B> = Same<Plain<A>, Plain<B>>;
