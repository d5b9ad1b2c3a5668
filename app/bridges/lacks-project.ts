/** Why nothing leaves while no project is listed, in the key of the words for it: what is recorded meanwhile is passed over, for nobody gave it away. */
export const lacksProject = ({ projects }: { projects: object }): string | null => (Object.keys(projects).length === 0 ? "no_project" : null);
