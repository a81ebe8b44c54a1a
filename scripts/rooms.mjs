/** The rooms of the house, each with a tsconfig of its own; `.` is the configuration at the top. */
export const rooms = ['contract', 'machines', 'server', 'src', 'src/sw', 'stories', 'tests', '.'];
