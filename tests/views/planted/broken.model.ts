/** Breaks while it is read, as a chart does in the middle of a change. */
const broken = (): never => {
  throw new Error('a chart in the middle of a change');
};

export default broken();
