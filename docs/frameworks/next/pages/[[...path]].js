import Head from 'next/head'

export default function Page() {
  return (
    <>
      <Head>
        <title>Hello</title>
      </Head>
      <p>Hello</p>
    </>
  )
}

export const getServerSideProps = async () => ({ props: {} })
