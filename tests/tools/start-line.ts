/**
 * The line by which a server says that it serves: its product's name (a pattern), the published address where there is one, and
 * where it listens. Groups: the address that it listens at, and the port of that.
 */
export const startLine = (name = '[^:]+'): RegExp =>
  new RegExp(String.raw`^${name}: (?:https?:\S+, listening at )?(http:\S+:(\d+))$`);
