import { createContext } from 'react';

/** Lays a file where the inspector's machine finds it, and gives its name there: an event holds no file. */
export const TakeFile = createContext<(file: File) => string>(({ name }) => name);
