/** What tus-js-client needs of `url-parse`, as every browser of ours has it. */
export default URL
