/** Each constant on its own, so that a page carries only those that it uses. */
export * as limits from './limits/spec.ts';
export * as added from './limits/added.ts';
