/** What the build writes into the worker: the facts that it goes by. */
export interface Build {
  /** Changes with any file of the build. */
  version: string;
  /** Parts that the page names itself: it does not open without them. */
  shell: readonly string[];
  /** Parts of the page: their names hold a hash of their content. */
  parts: readonly string[];
  /** Files under plain names, whose content may change. */
  pictures: readonly string[];
  /** What stands where nothing else can, and the policy that lets its own style and script run. */
  offline: { page: string; policy: string };
}
