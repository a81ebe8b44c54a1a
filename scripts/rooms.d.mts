/** The rooms of the house, each with a tsconfig of its own. */
export declare const rooms: readonly string[];
